import { link, p, type SeedStaticBlock, shop, ul } from './text-block.ts';

export const aboutUs: SeedStaticBlock = {
  slug: 'about-us',
  title: { en: 'About us', zh: '关于本店' },
  description: {
    en: 'A neighbourhood sundry shop since 2001, now with a website that packs the sack for you.',
    zh: '2001年开业的街坊杂货店，如今在网上为您装满一袋。',
  },
  updated_on: '2026-11-20',
  sections: [
    {
      slug: 'our-story',
      title: { en: 'From one shoplot to the whole country', zh: '从一间店屋到全国各地' },
      body: {
        en: p(
          'We began in 2001 with one shoplot in Petaling Jaya, a ceiling fan and a rice sack by the door. Neighbours came for eggs and stayed to talk. A <em>kampit</em> is what Malay calls that sack of rice, and a <em>sekampit</em> is a sackful: that is where our name comes from.',
          'Today there are more than 700 outlets, and this website. The idea has not changed: honest prices, things people here really cook with, and somebody who answers when you ask.',
        ),
        zh: p(
          '2001年，我们在八打灵再也开了第一间店，一把吊扇，门口一袋白米。邻居来买鸡蛋，顺便聊几句。马来文把那袋米叫做 <em>kampit</em>，<em>sekampit</em> 就是“满满一袋”，满袋的名字由此而来。',
          '今天我们有超过700间分店，也有了这个网站。想法没变：价格实在，卖大家真的会煮会吃的东西，有问必答。',
        ),
      },
    },
    {
      slug: 'what-we-sell',
      title: { en: 'What is on the shelves', zh: '货架上有什么' },
      body: {
        en: p(
          'Crisps and kerepek, rice and noodles, kaya and kopi, fresh greens, ice cream, and what the house needs. Every shelf price includes tax, the price by weight stands beside it, and a price that is crossed out is one that we really asked.',
          `Products marked halal carry the certificate number of their maker. Dietary marks such as vegetarian or gluten-free come from the maker as well; please read the pack if you have an allergy. Start with ${link('en', '/categories', 'the aisles')} or ${link('en', '/brands', 'the brands')}.`,
        ),
        zh: p(
          '薯片与脆片、米粮面食、咖椰咖啡、新鲜蔬菜、冰淇淋，还有家居用品。标价已含税，旁边列明单位价格；划掉的价格，是我们真的卖过的价格。',
          `标示清真的商品附有厂商的证书号码。素食、无麸质等饮食标示同样来自厂商，若您有过敏，请再看包装说明。可以从${link('zh', '/categories', '商品分类')}或${link('zh', '/brands', '品牌')}开始逛。`,
        ),
      },
    },
    {
      slug: 'how-we-work',
      title: { en: 'How we work', zh: '我们的做法' },
      body: {
        en: ul(
          'You order as a guest; nobody has to open an account to buy rice.',
          'You see delivery, bag fee and total before you confirm, and you can still change everything.',
          'You choose the two hours in which we come. Chilled and frozen goods travel in a cool box.',
          `If something is not right, ${link('en', '/return-policy', 'we put it right')}.`,
        ),
        zh: ul(
          '以访客身份就能下单，买包米不必先开户口。',
          '确认之前就看得到运费、袋子费和总额，每一项都还能改。',
          '您选两小时的时段，我们准时上门。冷藏和冷冻品放在保温箱里送。',
          `若有不妥，${link('zh', '/return-policy', '我们负责处理')}。`,
        ),
      },
    },
    {
      slug: 'who-we-are',
      title: { en: 'Who stands behind it', zh: '经营者' },
      body: {
        en: p(
          `${shop.business}, registration no. ${shop.registration}, ${shop.address.en}. Write to ${shop.email}, call ${shop.phone}, or use the ${link('en', '/contact-us', 'contact form')}.`,
          'This is a demo shop: its brands, addresses and numbers are invented and nothing is really sold.',
        ),
        zh: p(
          `${shop.business}，注册号 ${shop.registration}，地址 ${shop.address.zh}。欢迎电邮至 ${shop.email}、拨打 ${shop.phone}，或填写${link('zh', '/contact-us', '联络表格')}。`,
          '本店为示范商店：品牌、地址与号码均为虚构，并不真正出售商品。',
        ),
      },
    },
  ],
};
