import type { ReactNode } from 'react';
import styles from './DataTable.module.css';

interface DataTableProps<T> {
  columns: readonly {
    name: string;
    isNumber?: boolean;
    width?: 'short' | 'email';
    wraps?: boolean;
    cell: (row: T) => ReactNode;
  }[];
  rows: readonly T[];
  keyOf: (row: T) => string | number;
}

/** A table of rows that open their own page by the link in the first column; cards on phones. */
export function DataTable<T>({ columns, rows, keyOf }: DataTableProps<T>) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map(({ name, isNumber }) => (
            <th key={name} scope="col" data-number={isNumber || undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ name, isNumber, width, wraps, cell }, n) => {
              const Cell = n === 0 ? 'th' : 'td';
              return (
                <Cell
                  key={name}
                  {...(n === 0 && { scope: 'row' })}
                  data-label={name}
                  data-number={isNumber || undefined}
                  data-width={width}
                  data-wraps={wraps || undefined}
                >
                  {cell(row)}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
