/// Something that is known by an id.
package protocol Row {
    var id: ID<Self> { get }
}

/// Rows by id. They lie side by side in one array, so that going through a hundred thousand of them is quick, and the
/// hash table beside it holds places alone.
package struct Table<Content: Row & Hashable & Sendable>: Sendable {
    private var rows: [Content] = []
    private var places = PlaceIndex()

    package init() {}

    package var count: Int { rows.count }

    package subscript(id: ID<Content>) -> Content? {
        get { place(of: id).map { rows[$0] } }
        set {
            switch (place(of: id), newValue) {
            case (let place?, let row?): rows[place] = row
            case (let place?, nil): remove(id, at: place)
            case (nil, let row?): append(row)
            case (nil, nil): break
            }
        }
    }

    private func place(of id: ID<Content>) -> Int? {
        places.place(of: id) { rows[$0].id == id }
    }

    private mutating func append(_ row: Content) {
        places.insert(rows.count, of: row.id)
        rows.append(row)
    }

    /// The last row takes the free place.
    private mutating func remove(_ id: ID<Content>, at place: Int) {
        places.remove(id, at: place)
        let last = rows.removeLast()
        guard place < rows.count else { return }
        rows[place] = last
        places.move(last.id, from: rows.count, to: place)
    }
}

extension Table: Sequence {
    /// In no particular order.
    package func makeIterator() -> IndexingIterator<[Content]> { rows.makeIterator() }
    package var underestimatedCount: Int { rows.count }
}

extension Table: Hashable {
    /// Equal when the same rows are there, in whatever order they came.
    package static func == (left: Table, right: Table) -> Bool {
        left.count == right.count && left.allSatisfy { right[$0.id] == $0 }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(count)
    }
}
