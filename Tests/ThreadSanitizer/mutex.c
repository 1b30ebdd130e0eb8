// Lets the thread sanitizer see `Synchronization.Mutex`. Its quick way is atomics in the caller, which are instrumented; where two
// threads meet, the standard library's own code waits in the kernel, which is not: what the first did under the lock looks
// unordered to what the second does there. These stand before the library's (`LD_PRELOAD`) and tell the sanitizer of the order.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SELF __attribute__((swift_context)) void *self

// Of the sanitizer's runtime; not there in the tools that start the tests.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

static void *library(const char *symbol) { return dlsym(RTLD_NEXT, symbol); }

// `_MutexHandle._lockSlow(UInt32)`
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
__attribute__((swiftcall)) void lock(uint32_t thread, SELF) __asm__(LOCK);
__attribute__((swiftcall)) void lock(uint32_t thread, SELF) {
    typedef __attribute__((swiftcall)) void Lock(uint32_t, SELF);
    ((Lock *)library(LOCK))(thread, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

// `_MutexHandle._unlockSlow()`
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
__attribute__((swiftcall)) void unlock(SELF) __asm__(UNLOCK);
__attribute__((swiftcall)) void unlock(SELF) {
    typedef __attribute__((swiftcall)) void Unlock(SELF);
    if (__tsan_release) __tsan_release(self);
    ((Unlock *)library(UNLOCK))(self);
}

// `_MutexHandle._tryLockSlow() -> Bool`
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
__attribute__((swiftcall)) bool tryLock(SELF) __asm__(TRY_LOCK);
__attribute__((swiftcall)) bool tryLock(SELF) {
    typedef __attribute__((swiftcall)) bool TryLock(SELF);
    bool isLocked = ((TryLock *)library(TRY_LOCK))(self);
    if (isLocked && __tsan_acquire) __tsan_acquire(self);
    return isLocked;
}
