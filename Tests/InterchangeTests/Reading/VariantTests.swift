import LedgerCore
import Testing

@testable import Interchange

/// What else the programs write, or wrote once.
@Suite("Variants of formats") struct VariantTests {
    @Test("Splitwise's export of two friends begins with a note, and a row of 0.00 is nothing")
    func friends() throws {
        let plan = try Samples.plan(
            ofText: """
                Note: does not include group expenses

                Date,Description,Category,Cost,Currency,Lena Fuchs,Oskar Lindqvist
                2026-02-10,Internet bill,TV/Phone/Internet,60.00,CAD,-30.00,30.00
                2026-03-05,Oskar L. paid Lena F.,Payment,500.00,CAD,-500.00,500.00
                2026-03-06,Settle all balances,Payment,0.00,CAD,0.00,0.00
                """)
        #expect(plan.entries.map(\.kind) == [.expense, .payment])
        #expect(plan.entries.map(\.row) == [4, 5])
        #expect(plan.codes(lost: false) == ["nothing-in-it"])
        #expect(plan.nets("CAD") == ["Lena Fuchs": -53_000, "Oskar Lindqvist": 53_000])
    }

    @Test("in a language whose word for a payment is not known the person is asked, and what they say holds")
    func unknownLanguage() throws {
        let text = """
            Pvm,Kuvaus,Luokka,Hinta,Valuutta,Ann,Ben,Cleo
            2026-02-10,Ruoka,Ruoka,30.00,EUR,20.00,-10.00,-10.00
            2026-03-05,Ann maksoi Ben,Maksu,5.00,EUR,5.00,-5.00,0.00
            """
        let plan = try Samples.plan(ofText: text)
        #expect(plan.format == .splitwise)
        #expect(plan.entries.map(\.kind) == [.expense, .expense])
        #expect(plan.questions.map(\.kind) == [.paymentCategory])
        #expect(plan.questions.map(\.choices) == [["Maksu"]])
        let said = try Samples.plan(ofText: text, ImportOptions(paymentCategory: "Maksu"))
        #expect(said.entries.map(\.kind) == [.expense, .payment])
        #expect(said.questions.isEmpty)
    }

    @Test("two members of the same name stay two")
    func sameNames() throws {
        let plan = try Samples.plan(
            ofText: "Date,Description,Category,Cost,Currency,Sam,,Sam\n2026-01-01,x,General,4.00,EUR,2.00,,-2.00\n")
        #expect(plan.people.map(\.name) == ["Sam", "Sam"])
        #expect(plan.books[0].nets == [0: 200, 1: -200])
    }

    @Test("a fork of Spliit writes what each gains under almost the same headings")
    func spliitFork() throws {
        let plan = try Samples.plan(
            ofText: """
                "Date","Description","Category","Currency","Cost","Original cost","Original currency","Conversion rate","Conversion source","Is Reimbursement","Is Settlement","Split mode","Ann","Ben","Cleo"
                "2026-07-01","'=Dinner","Food","EUR","100.00",,,,,"No","No","Evenly",66.67,-33.33,-33.34
                "2026-07-06","Back","Payment","EUR","20.00",,,,,"Yes","Yes","Evenly",-20,20,0
                """)
        #expect(plan.nets("EUR") == ["Ann": 4667, "Ben": -1333, "Cleo": -3334])
        #expect(plan.entries.map(\.title) == ["=Dinner", "Back"])
        #expect(plan.entries.map(\.kind) == [.expense, .payment])
    }

    @Test("PayBack's older exports have other ids, shorter rows and fewer sections")
    func payBack() throws {
        let plan = try Samples.plan(
            ofText: """
                ===PAYBACK_EXPORT_V1===
                EXPORTED_AT: 2025-01-01T00:00:00Z

                [FRIENDS]
                # member_id,name,nickname,has_linked_account,linked_account_id,linked_account_email
                M2,Ben,,false,,

                [GROUPS]
                # group_id,name,is_direct,is_debug,created_at,member_count
                G1,Flat,false,false,2025-01-01T00:00:00Z,2

                [SOMETHING_NEW]
                x,y,z

                [GROUP_MEMBERS]
                # group_id,member_id,member_name
                G1,M1,Ann
                G1,M2,Ben

                [EXPENSES]
                # expense_id,group_id,description,date,total_amount,paid_by_member_id,is_settled,is_debug
                E1,G1,"Bread, ""fresh""
                and warm",2025-01-02T10:00:00Z,5.01,M1,false,false
                E1,G1,again,2025-01-02T10:00:00Z,5.01,M1,false,false
                E2,G1,nobody,2025-01-03T10:00:00Z,5.00,M9,false,false
                E3,G1,wrong,2025-01-03T10:00:00Z,5.00,M1,false,false

                [EXPENSE_SPLITS]
                # expense_id,split_id,member_id,amount,is_settled
                E1,S1S1,M1,2.50,true
                E1,S1S2,M2,2.50,true
                E3,S3S1,M2,1.00,false
                E7,S7S1,M2,1.00,false
                ===END_PAYBACK_EXPORT===
                E9,never,read
                """, ImportOptions(currency: "GBP"))
        #expect(plan.entries.map(\.kind) == [.expense, .payment])
        #expect(plan.entries.map(\.title) == ["Bread, \"fresh\" and warm", "Bread, \"fresh\" and warm"])
        #expect(plan.parts("Bread, \"fresh\" and warm") == ["Ann": [501, 251], "Ben": [0, 250]])
        #expect(plan.books.map { $0.currency?.code } == ["GBP"])
        #expect(plan.nets("GBP") == ["Ann": 0, "Ben": 0])
        #expect(plan.codes() == ["nothing-in-it", "nothing-in-it", "payer-unknown", "does-not-add-up"])
    }

    @Test("ihatemoney's table is read as its JSON is, weights and all")
    func ihatemoneyTable() throws {
        let plan = try Samples.plan(
            ofText: """
                what,bill_type,amount,currency,date,payer_name,payer_weight,owers
                '=pizza,Expense,9.0,\(BillList.noCurrency),2026-09-03,Oskar,2.0,"Lena, Oskar"
                back,Reimbursement,3.0,\(BillList.noCurrency),2026-09-04,Lena,1.0,Oskar
                """, ImportOptions(currency: "EUR"))
        #expect(plan.format == .ihatemoneyCSV)
        #expect(plan.parts("=pizza") == ["Oskar": [900, 600], "Lena": [0, 300]])
        #expect(plan.nets("EUR") == ["Oskar": 0, "Lena": 0])
    }

    @Test("a Tricount with names only is divided evenly, and says so")
    func tricountNames() throws {
        let plan = try Samples.plan(
            ofText: """
                Who Paid;Total;Currency;Description;When;Involved;File Names;Attachment URLs;Category
                Ann;10.0;EUR;Bread;2026-07-10 09:30:00;Ann, Ben, Cleo;;;FOOD_AND_DRINK
                """)
        #expect(plan.parts("Bread") == ["Ann": [1000, 334], "Ben": [0, 333], "Cleo": [0, 333]])
        #expect(plan.entries.map(\.certainty) == [.reconstructed])
        #expect(plan.categories == ["Food and drink"])
    }

    @Test("a Tricount as the service hands it out is read")
    func tricountRegistry() throws {
        func member(_ name: String) -> String {
            #"{"RegistryMembershipNonUser":{"alias":{"display_name":"\#(name)"}}}"#
        }
        func entry(_ type: String, _ amount: String, _ shares: [(String, String)], _ status: String = "ACTIVE")
            -> String
        {
            let parts = shares.map { #"{"membership":\#(member($0)),"amount":{"value":"\#($1)","currency":"EUR"}}"# }
            return #"{"RegistryEntry":{"uuid":"u-\#(amount)","status":"\#(status)","type_transaction":"\#(type)","#
                + #""amount":{"value":"\#(amount)","currency":"EUR"},"date":"2024-12-22 21:38:06.024302","#
                + #""description":"x","membership_owned":\#(member("Ann")),"allocations":[\#(parts.joined(separator: ","))]}}"#
        }
        let entries = [
            entry("NORMAL", "-85.00", [("Ann", "-42.50"), ("Ben", "-42.50")]),
            entry("BALANCE", "-20.00", [("Ben", "-20.00")]),
            entry("INCOME", "9.00", [("Ann", "4.50"), ("Ben", "4.50")]),
            entry("NORMAL", "-1.00", [("Ben", "-1.00")], "DELETED"),
        ]
        let plan = try Samples.plan(
            ofText: #"{"Response":[{"Registry":{"title":"Trip","currency":"EUR","memberships":[\#(member("Ann")),"#
                + #"\#(member("Ben"))],"all_registry_entry":[\#(entries.joined(separator: ","))]}}]}"#)
        #expect(plan.format == .tricountJSON)
        #expect(plan.books.map(\.name) == ["Trip"])
        #expect(plan.entries.map(\.kind) == [.expense, .payment, .income])
        #expect(plan.nets("EUR") == ["Ann": 5800, "Ben": -5800])
        #expect(plan.codes() == ["deleted-there"])
    }

    @Test("our own table comes home as far as it tells")
    func own() throws {
        let text = """
            Date,Description,Amount,Currency,Counterparty,Labels,Note,ExpenseUUID\r
            2026-05-10,Dinner,-12.34,EUR,"Anna, Bo",food;trip,tip included,6f3c1f0a-52a4-4b62-9d53-1b7d3f1f2a11\r
            2026-05-12,Settlement to Bo,-12.34,EUR,Bo,,,6f3c1f0a-52a4-4b62-9d53-1b7d3f1f2a12\r

            """
        let asked = try Samples.plan(ofText: text)
        #expect(asked.format == .splitclone && asked.entries.isEmpty)
        #expect(asked.questions.map(\.kind) == [.owner, .mode])
        let cash = try Samples.plan(ofText: text, ImportOptions(owner: "Cleo", mode: .cash))
        #expect(cash.parts("Dinner") == ["Cleo": [1234, 412], "Anna": [0, 411], "Bo": [0, 411]])
        #expect(cash.parts("Settlement to Bo") == ["Cleo": [1234, 0], "Bo": [0, 1234]])
        #expect(cash.entries.map(\.certainty) == [.reconstructed, .exact])
        #expect(cash.entries.map(\.sourceID?.last) == ["1", "2"])
        let balance = try Samples.plan(ofText: text, ImportOptions(owner: "Cleo", mode: .virtual))
        #expect(balance.codes() == ["payer-unknown"])
    }

    @Test("in our own table a payment has one person at its other end, also one with a comma or a formula's sign")
    func ownNames() throws {
        let plan = try Samples.plan(
            ofText: """
                Date,Description,Amount,Currency,Counterparty,Labels,Note,ExpenseUUID\r
                2026-05-12,"Settlement to Bo, jr.",-12.34,EUR,"Bo, jr.",,,6f3c1f0a-52a4-4b62-9d53-1b7d3f1f2a11\r
                2026-05-12,"Settlement from Bo, jr.",2.00,EUR,"Bo, jr.",,,6f3c1f0a-52a4-4b62-9d53-1b7d3f1f2a12\r
                2026-05-12,Settlement from =Al,3.00,EUR,'=Al,,,6f3c1f0a-52a4-4b62-9d53-1b7d3f1f2a13\r
                2026-05-12,Settlement from '=Al,4.00,EUR,'=Al,,,6f3c1f0a-52a4-4b62-9d53-1b7d3f1f2a14\r

                """, ImportOptions(owner: "Cleo", mode: .cash))
        #expect(plan.entries.map(\.kind) == [.payment, .payment, .payment, .payment])
        #expect(plan.people.map(\.name) == ["Cleo", "Bo, jr.", "=Al", "'=Al"])
        #expect(plan.nets("EUR") == ["Cleo": 334, "Bo, jr.": -1034, "=Al": 300, "'=Al": 400])
    }

    @Test("any table is read once somebody has said what its columns are")
    func mapped() throws {
        let text = "Tag;Was;Betrag;Wer;Für\n03.05.2026;Markt;1.234,50 ;Ann;Ann, Ben\n04.05.2026;Rück;10,00;Ben;Ann\n"
        let asked = try Samples.plan(ofText: text)
        #expect(asked.format == .table && asked.entries.isEmpty)
        #expect(asked.questions.map(\.kind) == [.columns])
        #expect(asked.sample.first == ["Tag", "Was", "Betrag", "Wer", "Für"])
        let columns: [TableColumn] = [.date, .title, .amount, .payer, .sharers]
        let plan = try Samples.plan(ofText: text, ImportOptions(currency: "EUR", columns: columns))
        #expect(plan.nets("EUR") == ["Ann": 60_725, "Ben": -60_725])
        let nets = try Samples.plan(
            ofText: "day,Ann,kind,Ben\n2026-01-01,5.00,payment,-5.00\n2026-01-02,5.00,,-4.00\n",
            ImportOptions(currency: "EUR", columns: [.date, .net, .kind, .net]))
        #expect(nets.entries.map(\.kind) == [.payment])
        #expect(nets.codes() == ["does-not-add-up"])
        let shares = try Samples.plan(
            ofText: "day,Ann,Ann,Ben\n2026-01-01,5.00,2.00,3.00\n",
            ImportOptions(currency: "EUR", columns: [.date, .paid, .share, .share]))
        #expect(shares.nets("EUR") == ["Ann": 300, "Ben": -300])
        #expect(throws: ImportRefusal.self) {
            _ = try Samples.plan(ofText: text, ImportOptions(columns: [.title, .amount]))
        }
        #expect(throws: ImportRefusal.self) {
            _ = try Samples.plan(ofText: text, ImportOptions(columns: [.date, .date, .amount, .payer, .sharers]))
        }
    }

    @Test("an entry is the same in every file of its program, whatever stands beside it")
    func content() throws {
        let header = "Date,Description,Category,Cost,Currency,Ann,Ben\n"
        let row = "2026-01-01,Bread,Food,4.00,EUR,2.00,-2.00\n"
        let short = try Samples.plan(ofText: header + row)
        let long = try Samples.plan(
            ofText:
                "Datum,Beschreibung,Kategorie,Kosten,Währung,Ann,Cleo,Ben\n2025-01-01,x,y,1.00,EUR,1.00,-1.00,0.00\n"
                + "2026-01-01,Bread,Essen,4.00,EUR,2.00,0.00,-2.00\n")
        #expect(short.content(of: short.entries[0]) == long.content(of: long.entries[1]))
        let other = try Samples.plan(ofText: header + row.replacing("Bread", with: "Milk"))
        #expect(short.content(of: short.entries[0]) != other.content(of: other.entries[0]))
    }
}
