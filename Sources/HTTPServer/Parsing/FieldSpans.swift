/// Where a field stands in a head's bytes.
struct FieldSpan: Sendable {
    let name: Range<UInt32>
    let value: Range<UInt32>

    init(name: Range<Int>, value: Range<Int>) {
        self.name = UInt32(name.lowerBound)..<UInt32(name.upperBound)
        self.value = UInt32(value.lowerBound)..<UInt32(value.upperBound)
    }
}

/// Where the first fields of a head stand: as many as a browser sends, kept in place, which saves each request an
/// allocation.
struct FirstFieldSpans: Sendable {
    static let capacity = 16

    private var spans = InlineArray<16, FieldSpan>(repeating: FieldSpan(name: 0..<0, value: 0..<0))
    private(set) var count = 0

    var isFull: Bool { count == Self.capacity }

    mutating func append(_ span: FieldSpan) {
        spans[count] = span
        count += 1
    }

    /// Leaves the old ones where they are.
    mutating func removeAll() { count = 0 }

    subscript(index: Int) -> FieldSpan { spans[index] }
}
