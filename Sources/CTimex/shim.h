// What the kernel knows of its own clock (adjtimex(2)), which `import Glibc` does not give.
#pragma once
#include <sys/timex.h>
