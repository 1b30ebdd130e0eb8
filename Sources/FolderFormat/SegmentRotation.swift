/// When a segment has had enough (`SC-ARC-LOG-4`, `SC-ARC-LOG-5`).
package enum SegmentRotation {
    /// 1 MiB of plaintext: what a phone's connection can send again for every expense.
    package static let threshold = 1_048_576

    /// Whether a line of `lineLength` bytes must go into a new segment. An empty segment takes any line.
    package static func isFull(length: Int, nextLine lineLength: Int, threshold: Int = threshold) -> Bool {
        length > 0 && length + lineLength > threshold
    }
}
