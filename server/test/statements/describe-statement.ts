import type pg from 'pg';

/** A column of a statement's answer, as PostgreSQL describes it. */
export interface Column {
  readonly name: string;
  readonly typeOid: number;
  /** The table column it shows, as `<table oid>.<number>`; `0.0` for an expression. */
  readonly origin: string;
}

/** What we use of `pg`'s connection to say Parse and Describe of PostgreSQL's protocol. */
interface Protocol {
  parse(message: { text: string }): void;
  describe(message: { type: 'S'; name: '' }): void;
  sync(): void;
}

/**
 * Has PostgreSQL parse a statement and describe its answer, without running it. Rejects what does not fit the schema.
 */
export const describeStatement = (client: pg.Client, text: string): Promise<Column[]> =>
  new Promise((resolve, reject) => {
    let columns: Column[] = [];
    client.query({
      submit(connection: unknown) {
        const protocol = connection as Protocol;
        protocol.parse({ text });
        protocol.describe({ type: 'S', name: '' });
        protocol.sync();
      },
      handleRowDescription({ fields }: { fields: pg.FieldDef[] }) {
        columns = fields.map(({ name, dataTypeID: typeOid, tableID, columnID }) => ({
          name,
          typeOid,
          origin: `${tableID}.${columnID}`,
        }));
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    } as pg.Submittable);
  });
