/// Figures in Prometheus' text format 0.0.4: families of samples, each with its help and its type.
package struct MetricsText: Sendable {
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    package enum Kind: String, Sendable {
        /// Only grows, until the next start. Its name ends in `_total`.
        case counter
        case gauge
        case histogram
    }

    package typealias Labels = KeyValuePairs<String, String>

    package private(set) var text = ""

    package init() {}

    /// One family; `samples` writes into it.
    package mutating func family(
        _ name: String, _ kind: Kind, _ help: String, _ samples: (inout Samples) -> Void
    ) {
        text += "# HELP \(name) \(Self.escaped(help, quote: false))\n# TYPE \(name) \(kind.rawValue)\n"
        var writer = Samples(name: name)
        samples(&writer)
        text += writer.text
    }

    package mutating func counter(_ name: String, _ help: String, _ value: Int) {
        family(name, .counter, help) { $0.add(value) }
    }

    package mutating func counter(_ name: String, _ help: String, _ value: Double) {
        family(name, .counter, help) { $0.add(value) }
    }

    package mutating func gauge(_ name: String, _ help: String, _ value: Int) {
        family(name, .gauge, help) { $0.add(value) }
    }

    package mutating func gauge(_ name: String, _ help: String, _ value: Double) {
        family(name, .gauge, help) { $0.add(value) }
    }

    package struct Samples {
        private let name: String
        fileprivate var text = ""

        fileprivate init(name: String) { self.name = name }

        package mutating func add(_ value: Int, _ labels: Labels = [:]) {
            write(name, labels, "\(value)")
        }

        package mutating func add(_ value: Double, _ labels: Labels = [:]) {
            write(name, labels, MetricsText.number(value))
        }

        package mutating func add(_ reading: Histogram.Reading, _ labels: Labels = [:]) {
            var total = 0
            for (bound, count) in zip(reading.bounds + [.infinity], reading.counts) {
                total += count
                write(name + "_bucket", labels, "\(total)", bound: MetricsText.number(bound))
            }
            write(name + "_sum", labels, MetricsText.number(reading.sum))
            write(name + "_count", labels, "\(total)")
        }

        private mutating func write(_ name: String, _ labels: Labels, _ value: String, bound: String? = nil) {
            var pairs = labels.map { "\($0.key)=\"\(MetricsText.escaped($0.value, quote: true))\"" }
            if let bound { pairs.append("le=\"\(bound)\"") }
            text += pairs.isEmpty ? "\(name) \(value)\n" : "\(name){\(pairs.joined(separator: ","))} \(value)\n"
        }
    }

    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)"
    }

    private static func escaped(_ text: String, quote: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quote: result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
