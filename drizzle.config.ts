import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate --name what_changes` writes the next migration from the nouns' schema files. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/*/*.schema.ts',
  out: './server/db/migrations',
});
