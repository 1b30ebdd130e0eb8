// What glibc's allocator can be told (mallopt(3)), which `import Glibc` does not give.
#pragma once
#include <malloc.h>
