import type { delivery as en } from '../en/delivery.ts';

export const delivery: { readonly [Key in keyof typeof en]: string } = {
  'delivery.choose': '配送邮政编码',
  'delivery.to': '送至 {place}',
  'delivery.title': '送到哪里？',
  'delivery.zip_hint': '5 位数字，用于计算运费、免运费优惠与配送时段。',
  'delivery.zip_required': '请输入邮政编码',
  'delivery.zip_save': '送到这里',
  'delivery.saved': '送至 {place}：运费 {fee}',
  'delivery.saved_free_from': '送至 {place}：运费 {fee}，满 {amount} 免运费',
  'delivery.saved_none': '{place} 目前不在配送范围内',
};
