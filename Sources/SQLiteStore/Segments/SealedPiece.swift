import Cryptography
import GRDB
import LedgerCore

/// A piece as the database sees it. The ledger, the segment and the offset are bound to the ciphertext, so a piece that
/// was moved, swapped or cut does not open.
struct SealedPiece: Sendable {
    let segment: SegmentID
    let offset: Int
    /// Of the plaintext.
    let length: Int
    let bytes: Blob

    init(_ plain: [UInt8], segment: SegmentID, offset: Int, ledger: LedgerID, key: SymmetricKey) {
        self.segment = segment
        self.offset = offset
        length = plain.count
        let place = Self.associatedData(ledger, segment, offset)
        bytes = Blob(plain.isEmpty ? [] : Sealing.seal(plain, key: key, associatedData: place))
    }

    static func open(
        _ sealed: [UInt8], segment: SegmentID, offset: Int, ledger: LedgerID, key: SymmetricKey
    ) throws(StoreError) -> [UInt8] {
        do {
            return try Sealing.open(sealed, key: key, associatedData: associatedData(ledger, segment, offset))
        } catch {
            throw .damaged(detail: "a piece of \(segment.device) at \(offset) does not open")
        }
    }

    private static func associatedData(_ ledger: LedgerID, _ segment: SegmentID, _ offset: Int) -> [UInt8] {
        var data: [UInt8] = []
        data.reserveCapacity(ledger.text.utf8.count + 33)
        data.append(contentsOf: ledger.text.utf8)
        data.append(0)
        withUnsafeBytes(of: segment.device.bits.bigEndian) { data.append(contentsOf: $0) }
        withUnsafeBytes(of: segment.instant.milliseconds.bigEndian) { data.append(contentsOf: $0) }
        withUnsafeBytes(of: Int64(offset).bigEndian) { data.append(contentsOf: $0) }
        return data
    }
}

extension OwnPiece {
    func sealed(with key: SymmetricKey) -> SealedPiece {
        SealedPiece(bytes, segment: segment, offset: offset, ledger: ledger, key: key)
    }
}
