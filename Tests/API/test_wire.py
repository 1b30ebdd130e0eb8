"""HTTP as bytes: framing, host names, limits, ranges (the contract's "HTTP, precisely")."""
import re

import harness

GET = "GET /health HTTP/1.1\r\n"
HOST = "Host: localhost\r\n"
POST = "POST /api/v1/sessions HTTP/1.1\r\nContent-Type: application/json\r\n" + HOST
CHUNKED = POST + "Transfer-Encoding: chunked\r\n\r\n"


class Wire(harness.Check):
    def refused(self, requests):
        """Each of these is answered once, with this status, and ends its connection."""
        for name, (status, request) in requests.items():
            with self.subTest(name):
                answer = self.server.raw(request.encode())
                self.assertEqual(re.findall(rb"HTTP/1\.1 (\d+)", answer), [str(status).encode()], answer)
                for field in (rb"Connection: close", rb"Date: ", rb"X-Request-Id: "):
                    self.assertRegex(answer, rb"\r\n" + field)

    def test_lengths_and_codings(self):
        """a length that is unclear, and a coding other than one `chunked`, end the connection (RFC 9112, 6)"""
        coding = POST + "Transfer-Encoding: %s\r\n\r\n0\r\n\r\n"
        self.refused({
            "a letter that only looks like k": (501, coding % "chun\u212aed"),
            "chunked twice": (501, coding % "chunked, chunked"),
            "gzip before chunked": (501, coding % "gzip, chunked"),
            "in HTTP/1.0": (400, (coding % "chunked").replace("HTTP/1.1", "HTTP/1.0")),
            "with a length": (400, POST + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
            "a length twice": (400, POST + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}"),
            "a list of lengths": (400, POST + "Content-Length: 2, 2\r\n\r\n{}"),
            "a signed length": (400, POST + "Content-Length: +2\r\n\r\n{}"),
            "a bare LF after a chunk's size": (400, CHUNKED + "2\n{}\r\n0\r\n\r\n"),
            "a hexadecimal prefix": (400, CHUNKED + "0x2\r\n{}\r\n0\r\n\r\n"),
            "a chunk longer than told": (400, CHUNKED + "2\r\n{}X\r\n0\r\n\r\n"),
            "a huge chunk": (413, CHUNKED + "FFFFFFFFFFFFFFFFF\r\n"),
        })

    def test_heads(self):
        """a head that others could read differently ends the connection (RFC 9112, 2.2 and 5)"""
        self.refused({
            "folded": (400, GET + HOST + "X: a\r\n b\r\n\r\n"), "bare LF": (400, GET + HOST + "X: a\nY: b\r\n\r\n"),
            "bare CR": (400, GET + HOST + "X: a\rb\r\n\r\n"), "NUL": (400, GET + HOST + "X: a\0b\r\n\r\n"),
            "space before the colon": (400, GET + "Host : localhost\r\n\r\n"), "no host": (400, GET + "\r\n"),
            "two hosts": (400, GET + HOST + HOST + "\r\n"), "HTTP/2": (505, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
            "another name": (421, GET + "Host: localhost.example\r\n\r\n"),
            "a long target": (414, "GET /" + "a" * 20000 + " HTTP/1.1\r\n" + HOST + "\r\n"),
            "long fields": (431, GET + HOST + "X: " + "a" * 100000 + "\r\n\r\n"),
            "an expectation": (417, POST + "Expect: more\r\nContent-Length: 2\r\n\r\n{}"),
        })

    def test_ranges(self):
        """one range, several, none that fits, and ranges of another version (RFC 9110, 14)"""
        page = self.anna.get("//")
        tag, size = page.fields["ETag"], len(page.body)
        for asked, condition, status, told in [
                ("bytes=0-1", tag, 206, f"bytes 0-1/{size}"),
                ("bytes=-5", tag, 206, f"bytes {size - 5}-{size - 1}/{size}"),
                ("bytes=0-1", "W/" + tag, 200, None), ("bytes=0-1", '"other"', 200, None),
                (f"bytes={size}-", tag, 416, f"bytes */{size}"), ("bytes=-0", tag, 416, f"bytes */{size}")]:
            with self.subTest(asked=asked, condition=condition):
                answer = self.anna.get("//", Range=asked, If_Range=condition)
                self.assertEqual((answer.status, answer.fields["Content-Range"]), (status, told))
        several = self.anna.get("//", Range="bytes=0-1,4-5")
        self.assertEqual(several.status, 206)
        self.assertRegex(several.fields["Content-Type"], "^multipart/byteranges; boundary=")
        self.assertEqual(several.body.count(b"\r\nContent-Range: bytes "), 2)
        self.assertEqual(self.anna.send("HEAD", "//", fields={"Range": "bytes=0-1"}).status, 200)


if __name__ == "__main__":
    harness.main()
