import { createElement as h, useState } from 'react';

const elementsOfRow = 5;

function Row({ place }: { place: number }) {
  const [taken, setTaken] = useState(false);
  return h(
    'li',
    null,
    h('a', { href: `#${place}` }, h('b', null, `Row ${place}`)),
    h('span', null, `Seat ${place} of the front row`),
    h('button', { type: 'button', onClick: () => setTaken(true) }, taken ? 'Taken' : 'Take'),
  );
}

/** A list that is drawn on the server and hydrated, of about so many elements. */
export const BareList = ({ elements }: { elements: number }) =>
  h(
    'ul',
    null,
    Array.from({ length: Math.round(elements / elementsOfRow) }, (_, place) => h(Row, { key: place, place })),
  );
