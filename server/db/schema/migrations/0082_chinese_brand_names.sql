-- A brand's name in Chinese, beside the wordmark that its packs carry in both languages.
alter table brands add column name_zh text;
