import type { shell as english } from '../en/shell.js';

export const shell: typeof english = {
  languageName: '日本語',
  nav: {
    label: 'メニュー',
    open: 'メニュー',
    close: 'メニューを閉じる',
    skip: '本文へ移動',
    operator: '管理者向け',
    sections: {
      translate: '翻訳',
      files: 'ファイル',
      words: '用語と対訳',
      models: 'カスタムモデル',
      work: '処理状況',
      operations: '運用',
      'first-steps': 'はじめに',
    },
  },
  theme: {
    label: '外観',
    system: 'システムに合わせる',
    light: 'ライト',
    dark: 'ダーク',
  },
  interfaceLanguage: '表示言語',
  signOut: 'サインアウト',
  loading: '読み込み中…',
  copy: 'コピー',
  copied: 'コピーしました',
  cancel: 'キャンセル',
  close: '閉じる',
  retry: 'もう一度試す',
  offline: 'サービスに接続できません。入力した内容はそのまま残り、接続が戻ると自動的に再開します。',
  unknownPage: 'このページは存在しません。',
  toStart: '翻訳へ',
  failure: {
    title: '処理できませんでした',
    unreachable: 'サービスに接続できません。接続を確認して、もう一度お試しください。',
    unforeseen: 'ページで問題が発生しました。再読み込みしてください。',
    request: (taskId) => `リクエスト ${taskId}`,
  },
  signIn: {
    title: 'サインイン',
    intro: '組織のアクセスキーを使います。シークレットキーはトークンと交換され、保存されません。',
    accessKey: 'アクセスキー',
    secretKey: 'シークレットキー',
    submit: 'サインイン',
    working: 'サインイン中…',
    ended: 'セッションが終了しました。もう一度サインインしてください。',
    codeRefused:
      'このリンクは使用済みか、有効期限が切れています。キーでサインインするか、サービスを起動し直して新しいリンクを使ってください。',
    where: 'キーはどこにありますか？',
    whereAnswer:
      '最初の起動では data/demo.json にあります。それ以外の場合はサービスの管理者にお尋ねください。',
    operator: '管理者として入る',
  },
  operatorSignIn: {
    title: '管理者として入る',
    intro:
      '運用には管理者トークンが必要です。トークンはこのページのメモリにだけ置かれ、再読み込みすると消えます。',
    token: '管理者トークン',
    hint: 'data/admin.token、または KOTOBASHI_ADMIN_TOKEN の値です。',
    submit: '入る',
    leave: '運用を終える',
    ended: '管理者トークンが受け付けられなくなりました。もう一度入力してください。',
  },
};
