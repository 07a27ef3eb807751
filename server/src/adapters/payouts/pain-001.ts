import { decimalText, EUR, type Minor } from '@frontrow/core/kernel/money.ts';
import { endToEndId, sepaText } from '@frontrow/core/payouts/sepa-text.ts';
import { create } from 'xmlbuilder2';
import type { HolderAddress } from '../../ports/payouts.ts';
import type { SepaAccount } from './sepa-accounts.ts';

const nameCharsMax = 70;
const remittanceCharsMax = 140;
const streetCharsMax = 70;
const postcodeCharsMax = 16;
const townCharsMax = 35;

export interface Debtor {
  readonly name: string;
  readonly iban: string;
  readonly bic: string | undefined;
  /** Banks outside the EEA ask for it; undefined: no transfer goes there. */
  readonly address: HolderAddress | undefined;
}

export interface PainLine {
  readonly payoutId: string;
  readonly holderName: string;
  readonly account: SepaAccount;
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

const money = (minor: Minor): string => decimalText(minor, EUR);

const agentOf = (bic: string | undefined) => ({
  FinInstnId: bic === undefined ? { Othr: { Id: 'NOTPROVIDED' } } : { BICFI: bic },
});

/** A name, with the address in parts where there is one: banks no longer take one in free lines. */
function partyOf(name: string, address: HolderAddress | undefined) {
  const postcode = sepaText(address?.postcode ?? '', postcodeCharsMax);
  return {
    Nm: sepaText(name, nameCharsMax),
    ...(address && {
      PstlAdr: {
        StrtNm: sepaText(address.street, streetCharsMax),
        ...(postcode !== '' && { PstCd: postcode }),
        TwnNm: sepaText(address.town, townCharsMax),
        Ctry: address.country,
      },
    }),
  };
}

const transferOf = ({ payoutId, holderName, account, amountMinor }: PainLine) => ({
  PmtId: { EndToEndId: endToEndId(payoutId) },
  Amt: { InstdAmt: { '@Ccy': EUR.code, '#': money(amountMinor) } },
  ...(account.bic !== undefined && { CdtrAgt: agentOf(account.bic) }),
  Cdtr: partyOf(holderName, account.address),
  CdtrAcct: { Id: { IBAN: account.iban } },
  RmtInf: { Ustrd: sepaText(`Frontrow payout ${endToEndId(payoutId)}`, remittanceCharsMax) },
});

/** A batch of SEPA credit transfers as banks take it: ISO 20022 pain.001.001.09. */
export function pain001({ messageId, madeAtMs, payOn, debtor, lines }: PainFile): string {
  const count = String(lines.length);
  const total = money(lines.reduce((sum, line) => sum + line.amountMinor, 0));
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
            InitgPty: partyOf(debtor.name, undefined),
          },
          PmtInf: {
            PmtInfId: messageId,
            PmtMtd: 'TRF',
            NbOfTxs: count,
            CtrlSum: total,
            PmtTpInf: { SvcLvl: { Cd: 'SEPA' } },
            ReqdExctnDt: { Dt: payOn },
            Dbtr: partyOf(debtor.name, debtor.address),
            DbtrAcct: { Id: { IBAN: debtor.iban } },
            DbtrAgt: agentOf(debtor.bic),
            ChrgBr: 'SLEV',
            CdtTrfTxInf: lines.map(transferOf),
          },
        },
      },
    },
  ).end({ prettyPrint: true });
}
