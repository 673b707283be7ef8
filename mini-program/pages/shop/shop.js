import { answerMessage } from '../../bridge.js';
import { shopUrl } from '../../config.js';

/** Returns the shop's language: Chinese if the app is in Chinese, else English. */
function readLang() {
  const { language } = my.getSystemInfoSync();
  return /^zh/i.test(language || '') ? 'zh' : 'en';
}

Page({
  data: { src: '' },

  onLoad() {
    const lang = readLang() === 'zh' ? '&lang=zh' : '';
    this.setData({ src: `${shopUrl}/?branch=tng${lang}` });
    this.webView = my.createWebViewContext('shop');
  },

  onMessage({ detail }) {
    answerMessage(my, detail, (answer) => this.webView.postMessage(answer));
  },
});
