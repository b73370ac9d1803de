/**
 * Everyday words and phrases that a sentence model gets wrong for want of context. One row per meaning:
 * Japanese, simplified Chinese, traditional Chinese, English. Several wordings are parted by `|`: all are understood, the
 * first is given. Of two rows with the same wording the first answers. Written for this project.
 */
export const EVERYDAY_PHRASES: readonly string[] = `
こんにちは|こんにちわ|今日は	你好|您好|你们好	你好|您好|你們好	Hello|Hi|Hi there|Hello there
おはようございます|おはよう	早上好|早安|早	早安|早上好|早	Good morning
こんばんは|こんばんわ	晚上好	晚上好	Good evening
こんにちは	下午好	午安|下午好	Good afternoon
おやすみなさい|おやすみ|お休みなさい	晚安	晚安	Good night
さようなら|さよなら	再见	再見	Goodbye|Good-bye|Good bye
またね|バイバイ|じゃあね|じゃあまた	拜拜|回头见	掰掰|拜拜	Bye|Bye-bye|See you
また明日|また明日ね	明天见	明天見	See you tomorrow
また後で|またあとで	待会儿见|一会儿见	待會見|等會見	See you later
ありがとうございます|どうもありがとうございます|有難うございます|有り難うございます	谢谢您|非常感谢|多谢	謝謝您|非常感謝|多謝	Thank you very much|Thank you so much|Many thanks
ありがとう|どうもありがとう|どうも	谢谢|谢谢你|谢了	謝謝|謝謝你|謝了	Thank you|Thanks
ありがとうございました	谢谢您了|感谢您	謝謝您了|感謝您	Thank you
どういたしまして	不客气|不用谢	不客氣|不用謝	You're welcome|You are welcome
すみません	不好意思|打扰一下|劳驾	不好意思|打擾一下|勞駕	Excuse me
ごめんなさい|ごめん|すまない	对不起|抱歉	對不起|抱歉	I'm sorry|Sorry|I am sorry
申し訳ありません|申し訳ございません	非常抱歉|十分抱歉	非常抱歉|十分抱歉	We apologize|I apologize
大丈夫です|大丈夫	没关系|没事	沒關係|沒事	It's all right|That's all right|It's OK|No problem
はい	是|是的|对	是|是的|對	Yes
いいえ|いえ|いや	不|否|不是|没有	不|否|不是|沒有	No
否	否	否	No
わかりました|分かりました|承知しました|了解しました|了解です|了解|承知いたしました	明白了|知道了|我明白了|了解	了解|明白了|知道了|我明白了	Understood|I understand|Got it
わかりません|分かりません|わからない|分からない	我不明白|不明白|我不懂	我不明白|不明白|我不懂	I don't understand
知りません|知らない	我不知道|不知道	我不知道|不知道	I don't know
お願いします|よろしくお願いします|宜しくお願いします	拜托了|请多关照	拜託了|請多關照	Please
よろしくお願いいたします|宜しくお願い致します|よろしくお願い致します	请多多关照	請多多關照	Thank you in advance
どうぞ	请	請	Please go ahead|Here you are
はじめまして|初めまして	初次见面|很高兴认识你|幸会	初次見面|很高興認識你|幸會	Nice to meet you|Pleased to meet you
お元気ですか？|元気ですか？|元気？	你好吗？|你还好吗？|最近怎么样？	你好嗎？|你還好嗎？|最近怎麼樣？	How are you?|How are you doing?
元気です	我很好	我很好	I'm fine|I am fine
ようこそ|いらっしゃいませ	欢迎|欢迎光临	歡迎|歡迎光臨	Welcome
おめでとうございます|おめでとう	恭喜|恭喜你|祝贺你	恭喜|恭喜你|祝賀你	Congratulations
お誕生日おめでとうございます|誕生日おめでとう|お誕生日おめでとう	生日快乐	生日快樂	Happy birthday
あけましておめでとうございます|明けましておめでとうございます|新年おめでとうございます	新年快乐	新年快樂	Happy New Year
メリークリスマス	圣诞快乐	聖誕快樂	Merry Christmas
頑張って|頑張ってください|がんばって|がんばってください	加油	加油	Good luck|Do your best|Hang in there
お疲れ様です|お疲れ様でした|お疲れさまです|お疲れさまでした|お疲れ様	辛苦了|您辛苦了	辛苦了|您辛苦了	Thank you for your hard work
お大事に|お大事になさってください	请保重|保重|祝你早日康复	請保重|保重|祝你早日康復	Take care|Get well soon
気をつけて|気を付けて|お気をつけて	小心|路上小心|请小心	小心|路上小心|請小心	Be careful
いただきます	我开动了	我開動了	Let's eat
ごちそうさまでした|ごちそうさま|ご馳走様でした	我吃好了|谢谢款待	我吃飽了|謝謝款待	Thank you for the meal
いってきます|行ってきます	我走了|我出门了	我走了|我出門了	I'm off|See you later
いってらっしゃい|行ってらっしゃい	慢走|路上小心	慢走|路上小心	Have a good day|Take care
ただいま	我回来了	我回來了	I'm home
おかえりなさい|おかえり|お帰りなさい|お帰り	欢迎回来|你回来了	歡迎回來|你回來了	Welcome back|Welcome home
もしもし	喂	喂	Hello
乾杯	干杯	乾杯	Cheers
助けて|助けてください	救命|救救我	救命|救救我	Help|Help me
待って|待ってください|ちょっと待って|ちょっと待ってください|少々お待ちください	请稍等|等一下|稍等	請稍等|等一下|稍等	Please wait|Wait a moment|Just a moment|One moment please
本当？|本当ですか？|ほんと？	真的吗？|真的？	真的嗎？|真的？	Really?
もちろん|もちろんです|勿論	当然|当然可以	當然|當然可以	Of course|Sure|Certainly
多分|たぶん|おそらく	也许|大概|可能	也許|大概|可能	Maybe|Perhaps|Probably
素晴らしい|すばらしい|すごい	太棒了|太好了	太棒了|太好了	Great|Wonderful|Amazing
いくらですか？|いくら？	多少钱？	多少錢？	How much is it?|How much?
どこですか？|どこ？	在哪里？|哪里？	在哪裡？|哪裡？	Where is it?|Where?
いつ？|いつですか？	什么时候？	什麼時候？	When?
なぜ？|どうして？|なぜですか？|どうしてですか？	为什么？	為什麼？	Why?
何？|何ですか？|なに？	什么？	什麼？	What?
誰？|誰ですか？|だれ？	谁？	誰？	Who?
月曜日|月曜	星期一|周一|礼拜一	星期一|週一|禮拜一	Monday
火曜日|火曜	星期二|周二|礼拜二	星期二|週二|禮拜二	Tuesday
水曜日|水曜	星期三|周三|礼拜三	星期三|週三|禮拜三	Wednesday
木曜日|木曜	星期四|周四|礼拜四	星期四|週四|禮拜四	Thursday
金曜日|金曜	星期五|周五|礼拜五	星期五|週五|禮拜五	Friday
土曜日|土曜	星期六|周六|礼拜六	星期六|週六|禮拜六	Saturday
日曜日|日曜	星期日|星期天|周日|礼拜天	星期日|星期天|週日|禮拜天	Sunday
1月|一月	一月|1月	一月|1月	January
2月|二月	二月|2月	二月|2月	February
3月|三月	三月|3月	三月|3月	March
4月|四月	四月|4月	四月|4月	April
5月|五月	五月|5月	五月|5月	May
6月|六月	六月|6月	六月|6月	June
7月|七月	七月|7月	七月|7月	July
8月|八月	八月|8月	八月|8月	August
9月|九月	九月|9月	九月|9月	September
10月|十月	十月|10月	十月|10月	October
11月|十一月	十一月|11月	十一月|11月	November
12月|十二月	十二月|12月	十二月|12月	December
今日|本日	今天	今天	Today
明日	明天	明天	Tomorrow
昨日	昨天	昨天	Yesterday
明後日|あさって	后天	後天	The day after tomorrow
一昨日|おととい	前天	前天	The day before yesterday
今	现在	現在	Now
今週	这周|本周	這週|本週	This week
来週	下周	下週	Next week
先週	上周	上週	Last week
今月	这个月|本月	這個月|本月	This month
来月	下个月	下個月	Next month
先月	上个月	上個月	Last month
今年	今年	今年	This year
来年	明年	明年	Next year
去年|昨年	去年	去年	Last year
朝	早上|早晨	早上|早晨	Morning
昼|お昼	中午	中午	Noon
夜	晚上|夜晚	晚上|夜晚	Night
春	春天	春天	Spring
夏	夏天	夏天	Summer
秋	秋天	秋天	Autumn|Fall
冬	冬天	冬天	Winter
日本	日本	日本	Japan
日本語	日语|日文	日語|日文	Japanese
英語	英语|英文	英語|英文	English
中国語	中文|汉语	中文|漢語	Chinese
中国	中国	中國	China
台湾	台湾	台灣	Taiwan
香港	香港	香港	Hong Kong
アメリカ|米国	美国	美國	United States|USA|America
東京	东京	東京	Tokyo
大阪	大阪	大阪	Osaka
京都	京都	京都	Kyoto
北京	北京	北京	Beijing
上海	上海	上海	Shanghai
台北	台北	台北	Taipei
猫|ネコ	猫	貓	Cat
犬|イヌ	狗	狗	Dog
水	水	水	Water
お茶	茶	茶	Tea
コーヒー	咖啡	咖啡	Coffee
ご飯|ごはん	米饭	米飯	Rice|Cooked rice
駅	车站	車站	Station
空港	机场	機場	Airport
病院	医院	醫院	Hospital
学校	学校	學校	School
大学	大学	大學	University
会社	公司	公司	Company
会議	会议	會議	Meeting|Conference
電話	电话	電話	Telephone|Phone
住所	地址	地址	Address
名前|氏名|お名前	姓名|名字	姓名|名字	Name
電話番号	电话号码	電話號碼	Phone number|Telephone number
メールアドレス	电子邮件地址|电子邮箱	電子郵件地址	Email address|E-mail address
電子メール|Eメール|メール	电子邮件	電子郵件	Email|E-mail
パスワード	密码	密碼	Password
ユーザー名	用户名	使用者名稱	User name|Username
保存|保存する	保存	儲存	Save
名前を付けて保存	另存为	另存新檔	Save as
キャンセル|キャンセルする|取り消し	取消	取消	Cancel
削除|削除する	删除	刪除	Delete
編集|編集する	编辑	編輯	Edit
追加|追加する	添加	新增|加入	Add
変更|変更する	更改	變更	Change
検索|検索する	搜索	搜尋	Search
送信|送信する	发送	傳送|送出	Send|Submit
戻る	返回	返回	Back
次へ|次	下一步	下一步	Next
前へ	上一步	上一步	Previous
閉じる	关闭	關閉	Close
開く	打开	開啟	Open
開始|開始する|スタート	开始	開始	Start
終了|終了する	退出	結束	Exit|Quit
完了	完成	完成	Done|Completed|Finished
続ける|続行	继续	繼續	Continue
確認	确认	確認	Confirm
OK|オーケー	好的|确定	好的|確定	OK|Okay
確定	确定	確定	Confirm
適用|適用する	应用	套用	Apply
設定	设置	設定	Settings
ログイン|ログインする|サインイン	登录	登入	Log in|Login|Sign in
ログアウト|ログアウトする|サインアウト	注销|退出登录	登出	Log out|Logout|Sign out
新規登録|登録	注册	註冊	Sign up|Register
ダウンロード|ダウンロードする	下载	下載	Download
アップロード|アップロードする	上传	上傳	Upload
印刷|印刷する	打印	列印	Print
コピー|コピーする	复制	複製	Copy
貼り付け|ペースト|貼り付ける	粘贴	貼上	Paste
切り取り|切り取る	剪切	剪下	Cut
元に戻す	撤消|撤销	復原	Undo
やり直し|やり直す	重做	重做|取消復原	Redo
更新|更新する	更新	更新	Update
再読み込み|リロード	重新加载	重新載入	Reload
共有|共有する|シェア	共享|分享	共用|分享	Share
ヘルプ	帮助	說明	Help
ホーム	主页|首页	首頁	Home
お問い合わせ|問い合わせ	联系我们	聯絡我們	Contact us|Contact
よくある質問	常见问题	常見問題	FAQ|Frequently asked questions
お知らせ	通知	通知	Notice|News
エラー	错误	錯誤	Error
警告	警告	警告	Warning
注意	注意	注意	Caution|Attention
有効	已启用	已啟用	Enabled
無効	已禁用	已停用	Disabled
すべて|全て|全部	全部	全部	All
なし|無し	无	無	None
合計	合计|总计	合計|總計	Total
数量	数量	數量	Quantity
価格	价格	價格	Price
無料	免费	免費	Free|Free of charge
日付	日期	日期	Date
時間	时间	時間	Time
ファイル	文件	檔案	File
フォルダー|フォルダ	文件夹	資料夾	Folder
画像	图像|图片	圖片|影像	Image
言語	语言	語言	Language
翻訳	翻译	翻譯	Translation|Translate
はい、そうです|そうです	是的，没错|没错	是的，沒錯|沒錯	That's right
愛してる|愛してます|愛しています	我爱你	我愛你	I love you
`
  .trim()
  .split('\n');
