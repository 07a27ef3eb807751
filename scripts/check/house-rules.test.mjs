import { expect, test } from 'vitest';
import { formsOfTheBrowser } from './house-rules.mjs';

test('a form without noValidate is found, on one line and on several', () => {
  expect(formsOfTheBrowser(['<div>', '  <form className={styles.form} onSubmit={send}>', '  </form>'])).toEqual([2]);
  expect(formsOfTheBrowser(['<form', '  onSubmit={(event) => {', '    send();', '  }}', '>'])).toEqual([1]);
});

test('forms that say themselves what is wrong are left alone', () => {
  expect(formsOfTheBrowser(['<form onSubmit={send} noValidate>', '<Form onSubmit={send}>'])).toEqual([]);
  expect(formsOfTheBrowser(['<form', '  onSubmit={(event) =>', '    send()}', '  noValidate', '>'])).toEqual([]);
});
