import HTTPServer

/// Finds the route for a method and a path, or says why there is none.
struct Router: Sendable {
    enum Match {
        case route(Route, parameters: PathParameters)
        /// `OPTIONS` on something that is there.
        case options(allow: String)
        case notFound
        case methodNotAllowed(allow: String)
        case malformedPath
    }

    /// One path segment further: by name, or any (a parameter). The names are few: looking at each is quicker than hashing.
    private struct Node {
        var named: [(name: [UInt8], next: Int)] = []
        var any: Int?
        var routes: [Method: Int] = [:]

        func next(_ segment: Span<UInt8>) -> Int? {
            for (name, next) in named where name.count == segment.count {
                if name.indices.allSatisfy({ name[$0] == segment[$0] }) { return next }
            }
            return nil
        }
    }

    private var nodes = [Node()]
    private var routes: [Route]

    init(_ routes: [Route]) {
        self.routes = routes
        for index in routes.indices {
            self.routes[index].mark = index + 1
            add(index)
        }
    }

    private mutating func add(_ index: Int) {
        var node = 0
        for segment in routes[index].segments {
            let known =
                switch segment {
                case .named(let name): nodes[node].next(name.utf8Span.span)
                case .parameter: nodes[node].any
                }
            node = known ?? append(segment, to: node)
        }
        precondition(
            nodes[node].routes.updateValue(index, forKey: routes[index].method) == nil, "two routes of one name")
    }

    private mutating func append(_ segment: Route.Segment, to node: Int) -> Int {
        nodes.append(Node())
        switch segment {
        case .named(let name): nodes[node].named.append((Array(name.utf8), nodes.count - 1))
        case .parameter: nodes[node].any = nodes.count - 1
        }
        return nodes.count - 1
    }

    func match(_ method: Method, path: String) -> Match {
        var walk = Walk()
        if path.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == 0 }) {
            guard let segments = try? PercentEncoding.segments(ofPath: path) else { return .malformedPath }
            for segment in segments where !step(&walk, segment) { return .notFound }
        } else {
            // Nothing stands for anything else: the segments are parts of the path as it is.
            let text = path.utf8
            var start = text.firstIndex(of: UInt8(ascii: "/")).map(text.index(after:))
            while let from = start {
                let end = text[from...].firstIndex(of: UInt8(ascii: "/"))
                guard step(&walk, path[from..<(end ?? text.endIndex)]) else { return .notFound }
                start = end.map(text.index(after:))
            }
        }
        return outcome(method, walk)
    }

    /// How far a path was followed, and what stands in the place of its parameters.
    private struct Walk {
        var node = 0
        var values: [String] = []
    }

    private func step(_ walk: inout Walk, _ segment: Substring) -> Bool {
        if let next = nodes[walk.node].next(segment.utf8Span.span) {
            walk.node = next
        } else if let next = nodes[walk.node].any {
            walk.node = next
            walk.values.append(String(segment))
        } else {
            return false
        }
        return true
    }

    private func outcome(_ method: Method, _ walk: Walk) -> Match {
        let methods = nodes[walk.node].routes
        if methods.isEmpty { return .notFound }
        if let index = methods[method] {
            let route = routes[index]
            return .route(route, parameters: PathParameters(names: route.parameterNames, values: walk.values))
        }
        let allow = Method.allowValue(methods.keys)
        return method == .options ? .options(allow: allow) : .methodNotAllowed(allow: allow)
    }
}

/// What stands in a path where its route has a name in braces. There are two or three: a dictionary would take longer.
struct PathParameters: Sendable {
    fileprivate let names: [String]
    fileprivate let values: [String]

    subscript(name: String) -> String? { names.firstIndex(of: name).map { values[$0] } }
}
