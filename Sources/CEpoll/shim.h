// What the HTTP server needs of Linux and `import Glibc` does not give: epoll, eventfd, accept4.
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
