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

    /// One path segment further: by name, or any (a parameter).
    private struct Node {
        var named: [String: Int] = [:]
        var any: Int?
        var routes: [Method: Int] = [:]
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
            switch segment {
            case .named(let name): node = step(from: node, \.named[name])
            case .parameter: node = step(from: node, \.any)
            }
        }
        precondition(
            nodes[node].routes.updateValue(index, forKey: routes[index].method) == nil, "two routes of one name")
    }

    private mutating func step(from node: Int, _ edge: WritableKeyPath<Node, Int?>) -> Int {
        if let next = nodes[node][keyPath: edge] { return next }
        nodes.append(Node())
        nodes[node][keyPath: edge] = nodes.count - 1
        return nodes.count - 1
    }

    func match(_ method: Method, path: String) -> Match {
        guard let segments = try? PercentEncoding.segments(ofPath: path) else { return .malformedPath }
        var node = 0
        var values: [String] = []
        for segment in segments {
            if let next = nodes[node].named[segment] {
                node = next
            } else if let next = nodes[node].any {
                node = next
                values.append(segment)
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
