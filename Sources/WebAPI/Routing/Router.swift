import HTTPServer

/// Finds the route for a method and a path, or says why there is none.
struct Router: Sendable {
    enum Match {
        case route(Route, parameters: [String: String])
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
        guard let segments = try? PercentEncoding.segments(ofPath: path) else { return .malformedPath }
        var node = 0
        var values: [String] = []
        for segment in segments {
            if let next = nodes[node].next(segment.utf8Span.span) {
                node = next
            } else if let next = nodes[node].any {
                node = next
                values.append(String(segment))
            } else {
                return .notFound
            }
        }
        return outcome(method, at: nodes[node], values)
    }

    private func outcome(_ method: Method, at node: Node, _ values: [String]) -> Match {
        if node.routes.isEmpty { return .notFound }
        if let index = node.routes[method] {
            let names = routes[index].parameterNames
            return .route(routes[index], parameters: Dictionary(uniqueKeysWithValues: zip(names, values)))
        }
        let allow = Method.allowValue(node.routes.keys)
        return method == .options ? .options(allow: allow) : .methodNotAllowed(allow: allow)
    }
}
