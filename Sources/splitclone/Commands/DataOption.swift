import ArgumentParser
import Bookkeeping
import SQLiteStore

/// What every command takes: where the data is.
struct DataOption: ParsableArguments {
    @Option(name: .customLong("data"), help: ArgumentHelp("Where everything is kept.", valueName: "dir"))
    var data: String?

    func settings() throws -> Settings { try Settings(data: data) }

    /// Opens the store beside a running server, or without one, and closes it when the work is done.
    func withDoorkeeper<Value: Sendable>(
        _ work: @escaping @Sendable (Doorkeeper) async throws -> Value
    ) throws -> Value {
        try withStore { store in try await work(Doorkeeper(store: store, world: Machine.world)) }
    }

    /// - Parameter purpose: `.serving` for what no running server may know nothing of.
    func withStore<Value: Sendable>(
        for purpose: Store.Purpose = .command, _ work: @escaping @Sendable (Store) async throws -> Value
    ) throws -> Value {
        let directory = try DataDirectory(try settings().data)
        let key = try MasterKey.load(for: directory, credentials: Environment["CREDENTIALS_DIRECTORY"])
        let store = try Store(directory, masterKey: key, for: purpose)
        defer { store.close() }
        return try waitFor { try await work(store) }
    }
}
