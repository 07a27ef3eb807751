import type { WireCategory, WireLanguage } from '@frontrow/contract/catalog/api.ts';
import type { Sql } from '../../db/db.ts';

/** The catalogue is small and changes with a migration only; a query never answers more than this. */
const rowsMax = 500;

export interface Language {
  readonly ide: number;
  readonly code: string;
  readonly description: string;
  readonly image: string;
}

export interface Category {
  readonly ide: number;
  readonly slug: string;
  readonly description: string;
}

export const languages = (sql: Sql): Promise<Language[]> =>
  sql.query<Language>('SELECT ide, code, description, image FROM language ORDER BY ide LIMIT $1', [rowsMax]);
export const categories = (sql: Sql): Promise<Category[]> =>
  sql.query<Category>('SELECT ide, slug, description FROM category ORDER BY ide LIMIT $1', [rowsMax]);

export const languageToWire = (language: Language): WireLanguage => ({
  lang_ide: language.ide,
  lang_code: language.code,
  lang_description: language.description,
  lang_image: language.image,
});

export const categoryToWire = (category: Category): WireCategory => ({
  category_ide: category.ide,
  category_slug: category.slug,
  category_description: category.description,
});
