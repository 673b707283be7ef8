import { link, p, type SeedStaticBlock, shop, table, ul } from './text-block.ts';

export const privacyPolicy: SeedStaticBlock = {
  slug: 'privacy-policy',
  title: { en: 'Privacy policy', zh: '隐私政策' },
  description: {
    en: 'Which personal data we process, why, how long we keep it, and what you can ask of us.',
    zh: '我们处理哪些个人资料、用途、保存多久，以及您可以要求什么。',
  },
  updated_on: '2026-11-20',
  sections: [
    {
      slug: 'data-controller',
      title: { en: '1. Who is responsible', zh: '1. 资料控制者' },
      body: {
        en: p(
          `The data controller under the Personal Data Protection Act 2010 (PDPA) is ${shop.business}, registration no. ${shop.registration}, ${shop.address.en}. For everything about your data write to ${shop.email} or call ${shop.phone}. This notice is given in English, Chinese and, ${link('en', '/privacy-policy#notis', 'in short, in Malay')}.`,
        ),
        zh: p(
          `《2010年个人资料保护法令》（PDPA）下的资料控制者为 ${shop.business}，注册号 ${shop.registration}，地址 ${shop.address.zh}。有关个人资料的一切事宜，请电邮 ${shop.email} 或致电 ${shop.phone}。本通知以英文、中文提供，并附${link('zh', '/privacy-policy#notis', '马来文摘要')}。`,
        ),
      },
    },
    {
      slug: 'what-and-why',
      title: { en: '2. What we process, and why', zh: '2. 处理的资料与用途' },
      body: {
        en: table(
          ['Data', 'Purpose', 'Kept for'],
          [
            [
              'Name, address, phone and email of an order',
              'To deliver, to acknowledge the order, to reach you',
              '7 years, with the accounts',
            ],
            [
              'Items, amounts, method and state of payment',
              'To fulfil and account for the order',
              '7 years, as tax and company law ask',
            ],
            ['Cart of a guest', 'So that it is there when you come back', '60 days after the last use'],
            ['Products you looked at, by a random session number', 'To show them to you again', '90 days'],
            ['Messages to us', 'To answer them', '2 years'],
            ['Technical logs without contents', 'To keep the website safe and quick', '30 days'],
          ],
        ),
        zh: table(
          ['资料', '用途', '保存期限'],
          [
            ['订单的姓名、地址、电话与电邮', '送货、确认订单、联络您', '7年，随账目保存'],
            ['商品、金额、付款方式与状态', '履行订单并入账', '7年，按税务及公司法令要求'],
            ['访客的购物车', '方便您回来继续选购', '最后使用后60天'],
            ['浏览过的商品（以随机会话编号记录）', '让您再次找到它们', '90天'],
            ['给我们的留言', '回复您', '2年'],
            ['不含内容的技术记录', '维持网站安全与速度', '30天'],
          ],
        ),
      },
    },
    {
      slug: 'must-you',
      title: { en: '3. What you must tell us', zh: '3. 哪些资料必须提供' },
      body: {
        en: p(
          'Name, address, phone and email are needed to deliver an order; without them we cannot. Everything else is your choice. Card details are not saved: you enter them with the payment provider, and we never see them.',
        ),
        zh: p(
          '姓名、地址、电话和电邮是送货所必需的，缺少则无法送货；其余由您决定。我们不保存卡片资料：您在付款服务商的页面输入，我们看不到。',
        ),
      },
    },
    {
      slug: 'who-else',
      title: { en: '4. Who else receives it', zh: '4. 谁会收到' },
      body: {
        en:
          p('Only who needs it, and only what they need:') +
          ul(
            'the riders and carriers who bring your order;',
            'the payment provider, where you pay online;',
            'the services that send our mails and run our servers, bound by contract;',
            'authorities, where the law obliges us.',
          ) +
          p(
            'We do not sell personal data. If a service stores data outside Malaysia, we see to it that the protection there is at least equal.',
          ),
        zh:
          p('只给有需要的人，且只给所需的部分：') +
          ul(
            '送货员与物流公司；',
            '付款服务商（若您网上付款）；',
            '受合约约束的邮件与服务器服务商；',
            '法律规定的政府机关。',
          ) +
          p('我们不出售个人资料。若服务商在马来西亚境外储存资料，我们会确保当地的保护不低于本国。'),
      },
    },
    {
      slug: 'marketing',
      title: { en: '5. Marketing, cookies and measurement', zh: '5. 营销、Cookie与统计' },
      body: {
        en: p(
          'We send advertising only with your consent, asked separately from the order, and you can take it back at any time. The shop works without tracking: your browser keeps the cart and your language, which stay on your device. Measurement by others is loaded only if you agree, and not before.',
        ),
        zh: p(
          '我们只在您另行同意后才发送广告，您可以随时撤回。本店无需追踪也能使用：浏览器只保存购物车与语言，留在您的设备上。第三方统计只在您同意之后才会载入。',
        ),
      },
    },
    {
      slug: 'your-rights',
      title: { en: '6. Your rights', zh: '6. 您的权利' },
      body: {
        en:
          ul(
            'to know which data we hold, and to have a copy;',
            'to have what is wrong corrected;',
            'to withdraw consent, and to stop processing that distresses you or serves direct marketing;',
            'to have your data passed to another provider where that is technically possible;',
            'to have it removed, but for what the law tells us to keep.',
          ) +
          p(
            `Write to ${shop.email}; we answer within 21 days and ask for proof of who you are. You may complain to the Personal Data Protection Commissioner. If a breach of our security could harm you significantly, we tell the Commissioner within 72 hours and you within 7 days after that.`,
          ),
        zh:
          ul(
            '查询我们持有哪些资料并索取副本；',
            '更正错误的资料；',
            '撤回同意，并要求停止令您困扰或用于直接营销的处理；',
            '在技术可行时，将资料转移给其他服务商；',
            '要求删除资料，法律规定必须保存者除外。',
          ) +
          p(
            `请电邮 ${shop.email}，我们在21天内回复，并会核实您的身份。您也可以向个人资料保护专员投诉。若发生可能对您造成重大损害的资料外泄，我们会在72小时内通知专员，并在其后7天内通知您。`,
          ),
      },
    },
    {
      slug: 'notis',
      title: { en: '7. Notis privasi (Bahasa Malaysia)', zh: '7. Notis privasi（马来文摘要）' },
      body: {
        en: malay(),
        zh: malay(),
      },
    },
  ],
};

/** The PDPA asks for the notice in the national language as well; it is the same wherever it stands. */
function malay(): string {
  const paragraphs = [
    `Pengawal data ialah ${shop.business}, no. pendaftaran ${shop.registration}, ${shop.address.en}. Kami memproses nama, alamat, nombor telefon, e-mel dan butiran pesanan anda untuk menghantar pesanan, menghubungi anda dan menyimpan akaun.`,
    'Rekod pesanan disimpan selama 7 tahun seperti yang dikehendaki undang-undang. Data diberikan hanya kepada penghantar, penyedia pembayaran dan penyedia perkhidmatan kami setakat yang perlu. Butiran kad tidak disimpan.',
    `Anda berhak mengakses dan membetulkan data anda, menarik balik persetujuan dan mengehadkan pemprosesan. Hubungi ${shop.email} atau ${shop.phone}.`,
  ];
  return paragraphs.map((each) => `<p lang="ms">${each}</p>`).join('');
}
