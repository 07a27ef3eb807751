import { toDecimal, type Minor } from '@frontrow/core/kernel/money.ts';
import { endToEndId, sepaText } from '@frontrow/core/payouts/sepa-text.ts';
import { create } from 'xmlbuilder2';

const nameCharsMax = 70;
const remittanceCharsMax = 140;
const digits = 2;

export interface Debtor {
  readonly name: string;
  readonly iban: string;
  readonly bic: string | undefined;
}

export interface PainLine {
  readonly payoutId: string;
  readonly holderName: string;
  readonly iban: string;
  readonly amountMinor: Minor;
}

export interface PainFile {
  /** At most 35 letters; a bank refuses one that it has seen. */
  readonly messageId: string;
  readonly madeAtMs: number;
  /** The day the bank is asked to pay, YYYY-MM-DD. */
  readonly payOn: string;
  readonly debtor: Debtor;
  readonly lines: readonly PainLine[];
}

const money = (minor: Minor): string => toDecimal(minor, digits).toFixed(digits);

const agentOf = (bic: string | undefined) => ({
  FinInstnId: bic === undefined ? { Othr: { Id: 'NOTPROVIDED' } } : { BICFI: bic },
});

/** A batch of SEPA credit transfers as banks take it: ISO 20022 pain.001.001.09. */
export function pain001({ messageId, madeAtMs, payOn, debtor, lines }: PainFile): string {
  const count = String(lines.length);
  const total = money(lines.reduce((sum, line) => sum + line.amountMinor, 0));
  const name = sepaText(debtor.name, nameCharsMax);
  return create(
    { version: '1.0', encoding: 'UTF-8' },
    {
      Document: {
        '@xmlns': 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
        CstmrCdtTrfInitn: {
          GrpHdr: {
            MsgId: messageId,
            CreDtTm: `${new Date(madeAtMs).toISOString().slice(0, 19)}Z`,
            NbOfTxs: count,
            CtrlSum: total,
            InitgPty: { Nm: name },
          },
          PmtInf: {
            PmtInfId: messageId,
            PmtMtd: 'TRF',
            NbOfTxs: count,
            CtrlSum: total,
            PmtTpInf: { SvcLvl: { Cd: 'SEPA' } },
            ReqdExctnDt: { Dt: payOn },
            Dbtr: { Nm: name },
            DbtrAcct: { Id: { IBAN: debtor.iban } },
            DbtrAgt: agentOf(debtor.bic),
            ChrgBr: 'SLEV',
            CdtTrfTxInf: lines.map((line) => ({
              PmtId: { EndToEndId: endToEndId(line.payoutId) },
              Amt: { InstdAmt: { '@Ccy': 'EUR', '#': money(line.amountMinor) } },
              Cdtr: { Nm: sepaText(line.holderName, nameCharsMax) },
              CdtrAcct: { Id: { IBAN: line.iban } },
              RmtInf: { Ustrd: sepaText(`Frontrow payout ${endToEndId(line.payoutId)}`, remittanceCharsMax) },
            })),
          },
        },
      },
    },
  ).end({ prettyPrint: true });
}
