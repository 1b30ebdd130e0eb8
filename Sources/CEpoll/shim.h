// What the HTTP server needs of Linux and `import Glibc` does not give: epoll, eventfd, accept4.
//
// `_GNU_SOURCE` is not defined here: it would change types (`fd_set`) that Swift also sees through Glibc and Dispatch.
#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
