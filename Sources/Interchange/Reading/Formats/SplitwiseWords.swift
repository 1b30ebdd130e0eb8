/// What Splitwise translates. Dates, decimals and the order of the columns stay as they are.
enum SplitwiseWords {
    /// Of the first five headings, in lower case, which are enough to know one.
    private static let headings: [[String]] = [
        ["date", "description", "category", "cost", "currency"],
        ["datum", "beschreibung", "kategorie", "kosten", "währung"],
        ["fecha", "descripción", "categoría", "coste", "moneda"],
        ["data", "descrição", "categoria", "custo", "moeda"],
        ["data", "descrizione", "categorie", "costo", "valuta"],
        ["date", "description", "catégorie", "coût", "devise"],
        ["datum", "omschrijving", "categorie", "kosten", "valuta"],
        ["data", "opis", "kategoria", "koszt", "waluta"],
        ["datum", "beskrivning", "kategori", "kostnad", "valuta"],
        ["tanggal", "keterangan", "kategori", "biaya", "mata uang"],
        ["日付", "概要", "カテゴリ", "費用", "通貨"],
        ["วันที่", "คำอธิบาย", "หมวดหมู่", "ราคา", "สกุลเงิน"],
    ]

    /// The category of a payment, where it is known for certain.
    private static let payments: Set<String> = [
        "payment", "zahlung", "pago", "pagamento", "paiement", "betaling",
    ]

    static func isHeading(_ row: CSVRow) -> Bool {
        guard row.fields.count >= 6 else { return false }
        let words = (0..<5).map { row[$0].lowercased() }
        return headings.contains(words)
    }

    static func isPayment(_ category: String) -> Bool { payments.contains(category.lowercased()) }

    /// Whether the headings are of a language whose word for a payment is known.
    static func knowsPayments(_ header: CSVRow) -> Bool {
        let words = (0..<5).map { header[$0].lowercased() }
        return headings.prefix(7).contains(words)
    }
}
