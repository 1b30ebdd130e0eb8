import LedgerCore
import Testing

@testable import Bookkeeping
@testable import SQLiteStore

@Suite struct OwnSegmentsTests {
    private let device = DeviceID.random()
    private let start = Instant(milliseconds: 1_800_000_000_000)

    private func at(_ milliseconds: Int64) -> Instant { start.advanced(byMilliseconds: milliseconds) }

    private func record(_ instant: Instant, length: Int, isOwn: Bool = true) -> SegmentRecord {
        SegmentRecord(
            id: SegmentID(device: device, instant: instant), isOwn: isOwn, length: length, pushedLength: 0, file: nil)
    }

    private func line(_ length: Int) -> [UInt8] { [UInt8](repeating: 0x20, count: length) }

    private func placed(_ place: (segment: SegmentID, offset: Int)?) throws -> (segment: SegmentID, offset: Int) {
        try #require(place)
    }

    @Test("lines follow each other in one segment until it is full; then a new one begins, named by the moment")
    func rotation() throws {
        var segments = OwnSegments([])
        let half = 524_288
        let first = try placed(segments.place(line(half), of: device, at: start))
        let second = try placed(segments.place(line(half), of: device, at: at(5)))
        let third = try placed(segments.place(line(1), of: device, at: at(9)))
        #expect(first == (SegmentID(device: device, instant: start), 0))
        #expect(second == (SegmentID(device: device, instant: start), half))
        #expect(third == (SegmentID(device: device, instant: at(9)), 0))
    }

    @Test("a new segment's name is later than every earlier one, even if the clock went back")
    func clockWentBack() throws {
        var segments = OwnSegments([record(at(1000), length: 1_048_576)])
        let place = try placed(segments.place(line(10), of: device, at: start))
        #expect(place == (SegmentID(device: device, instant: at(1001)), 0))
    }

    @Test("after a restart the segment whose name sorts last goes on, whatever order the records come in")
    func restart() throws {
        var segments = OwnSegments([record(at(20), length: 70), record(at(10), length: 30)])
        let place = try placed(segments.place(line(10), of: device, at: at(100)))
        #expect(place == (SegmentID(device: device, instant: at(20)), 70))
        let other = DeviceID.random()
        let begun = try placed(segments.place(line(10), of: other, at: at(100)))
        #expect(begun.offset == 0)
    }

    @Test("a log that came back from the folder is not written on: a later segment begins")
    func restored() throws {
        var segments = OwnSegments([record(at(10), length: 30), record(at(20), length: 70, isOwn: false)])
        let place = try placed(segments.place(line(10), of: device, at: at(20)))
        #expect(place == (SegmentID(device: device, instant: at(21)), 0))
    }

    @Test("after the last instant there is no name any more")
    func endOfTime() {
        var segments = OwnSegments([record(.latest, length: 1_048_576)])
        let place = segments.place(line(1), of: device, at: start)
        #expect(place == nil)
    }
}
