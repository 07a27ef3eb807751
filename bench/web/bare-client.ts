import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BareList } from './bare-list.ts';

const root = document.getElementById('root')!;
hydrateRoot(root, createElement(BareList, { elements: Number(root.dataset['elements']) }));
