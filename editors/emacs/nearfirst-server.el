;;; nearfirst-server.el --- Nearfirst's language server, and what it knows of the buffers -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; One process for all buffers and projects, beside whatever Eglot or another client runs in the same buffers.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)
(require 'project)
(require 'subr-x)
(require 'url-util)

(defcustom nearfirst-command '("nearfirst" "lsp")
  "Command that starts the language server."
  :type '(repeat string)
  :group 'nearfirst)

(defconst nearfirst--restart-after 10
  "Seconds between two starts of a server that ended.")

(defconst nearfirst--languages
  '(("js" . "javascript") ("tsx" . "typescriptreact") ("c++" . "cpp") ("sh" . "shellscript") ("bash" . "shellscript"))
  "LSP's names of languages where Emacs has another.")

(defvar nearfirst--connection nil)
(defvar nearfirst--state 'stopped "One of `stopped', `starting', `ready'.")
(defvar nearfirst--started-at 0)
(defvar nearfirst--folders nil)
(defvar nearfirst--process nil)
(defvar nearfirst--knows-fates nil
  "Whether the server takes in what becomes of suggestions.")
(defvar nearfirst--outcome nil "How the last request ended, and why.")
(defvar nearfirst--problem nil)
(defvar nearfirst--ready-hook nil)
(defvar nearfirst--ended-hook nil)

;; What the server has of this buffer.
(defvar-local nearfirst--uri nil)
(defvar-local nearfirst--version 0)
(defvar-local nearfirst--changes nil
  "Changes that were not told yet, the newest first; `whole' where unknown.")
(defvar-local nearfirst--changing nil
  "Beginning and end of the change in progress, and both as LSP has them.")

(defun nearfirst--ask-server (trigger answered)
  "Ask for a suggestion at point.
TRIGGER is LSP's: 1 where the user asked, 2 while typing.
ANSWERED is called with the items, a vector."
  (when (eq nearfirst--state 'stopped) (nearfirst--start))
  (when (eq nearfirst--state 'ready)
    (nearfirst--synchronise)
    (jsonrpc-async-request
     nearfirst--connection :textDocument/inlineCompletion
     (list :textDocument (list :uri nearfirst--uri)
           :position (nearfirst--position (point))
           :context (list :triggerKind trigger))
     :success-fn (lambda (result) (funcall answered (or (plist-get result :items) [])))
     :error-fn #'ignore
     :timeout-fn #'ignore)))

(defun nearfirst--execute (command id)
  "Run COMMAND of the server for the suggestion with ID."
  (when (eq nearfirst--state 'ready)
    (jsonrpc-async-request nearfirst--connection :workspace/executeCommand
                           (list :command command :arguments (vector id))
                           :success-fn #'ignore :error-fn #'ignore :timeout-fn #'ignore)))

(defun nearfirst--tell (fate params)
  "Say what became of a suggestion, with PARAMS, to a server that knows FATE."
  (when (and nearfirst--knows-fates (eq nearfirst--state 'ready))
    (jsonrpc-notify nearfirst--connection fate params)))

(defun nearfirst--status ()
  "How the last request ended and why, or why there is none."
  (cond
   (nearfirst--problem)
   ((not (eq nearfirst--state 'ready)) (format "Nearfirst: %s" nearfirst--state))
   ((not nearfirst--outcome) "Nearfirst: nothing was asked yet")
   (t (cl-destructuring-bind (&key kind tier reason message ms &allow-other-keys) nearfirst--outcome
        (format "Nearfirst: %s, %d ms" (string-join (delq nil (list kind tier reason message)) ", ") ms)))))

(defun nearfirst--is-loading ()
  "Whether the last request ended because the model is still loading.
The server lets each wait for two seconds."
  (equal (plist-get nearfirst--outcome :reason) "loading"))

;;;###autoload
(defun nearfirst-restart ()
  "End the language server and start it anew."
  (interactive)
  (setq nearfirst--connection nil nearfirst--state 'stopped nearfirst--started-at 0)
  (when (process-live-p nearfirst--process) (delete-process nearfirst--process))
  (nearfirst--forget-documents)
  (nearfirst--start))

(defun nearfirst--start ()
  "Start the server, unless that was tried a moment ago."
  (when (> (- (float-time) nearfirst--started-at) nearfirst--restart-after)
    (setq nearfirst--started-at (float-time))
    (if (not (executable-find (car nearfirst-command)))
        (nearfirst--complain (format "%s is not on the PATH: docs/emacs.md says how to get it" (car nearfirst-command)))
      (setq nearfirst--problem nil
            nearfirst--state 'starting
            nearfirst--folders (list (nearfirst--folder)))
      (let ((own (nearfirst--connect)))
        (setq nearfirst--connection own)
        (jsonrpc-async-request own :initialize (nearfirst--introduction) :timeout 60
                               :success-fn (lambda (result) (nearfirst--initialized own result))
                               :error-fn #'ignore
                               :timeout-fn (lambda () (nearfirst--complain "the server does not answer")))))))

(defun nearfirst--connect ()
  "Start the process.  No events are kept: they hold code."
  (apply #'make-instance 'jsonrpc-process-connection
         :name "nearfirst"
         :process #'nearfirst--make-process
         :notification-dispatcher #'nearfirst--notified
         :on-shutdown #'nearfirst--ended
         ;; Newer versions of jsonrpc.el warn of the old name.
         (if (slot-exists-p 'jsonrpc-connection '-events-buffer-config)
             '(:events-buffer-config (:size 0))
           '(:events-buffer-scrollback-size 0))))

(defun nearfirst--make-process ()
  "Start the server.  The name of the buffer is the one that jsonrpc.el looks for."
  (setq nearfirst--process
        (make-process :name "nearfirst" :command nearfirst-command :connection-type 'pipe
                      :coding 'utf-8-emacs-unix :noquery t
                      :stderr (get-buffer-create "*nearfirst stderr*"))))

(defun nearfirst--introduction ()
  "What the client says of itself."
  (list :processId (emacs-pid)
        :clientInfo (list :name "Emacs" :version emacs-version)
        :rootUri nil
        :workspaceFolders (vconcat (mapcar #'nearfirst--as-folder nearfirst--folders))
        :capabilities '(:general (:positionEncodings ["utf-8"])
                        :textDocument (:inlineCompletion (:dynamicRegistration :json-false))
                        :workspace (:workspaceFolders t)
                        :experimental (:nearfirst (:tellsShown t)))))

(defun nearfirst--initialized (own result)
  "Take note of the RESULT of connection OWN's initialization."
  (when (eq own nearfirst--connection)
    (let ((capabilities (plist-get result :capabilities)))
      (if (not (equal (plist-get capabilities :positionEncoding) "utf-8"))
          (nearfirst--complain "the server does not count in UTF-8: is it a nearfirst of another version?")
        (setq nearfirst--knows-fates (and (plist-get (plist-get capabilities :experimental) :nearfirst) t)
              nearfirst--state 'ready)
        (jsonrpc-notify own :initialized (make-hash-table))
        (run-hooks 'nearfirst--ready-hook)))))

(defun nearfirst--notified (_connection method params)
  "Take in the server's notification METHOD with PARAMS."
  (cond ((eq method 'nearfirst/outcome) (setq nearfirst--outcome params) (force-mode-line-update))
        ((eq method 'window/showMessage) (message "Nearfirst: %s" (plist-get params :message)))))

(defun nearfirst--ended (connection)
  "CONNECTION's process has ended."
  (when (eq connection nearfirst--connection)
    (setq nearfirst--connection nil nearfirst--state 'stopped)
    (nearfirst--forget-documents)
    (run-hooks 'nearfirst--ended-hook)
    (nearfirst--complain "the server has ended. It is started again when you type on; M-x nearfirst-restart does so now")))

(defun nearfirst--complain (text)
  "Show TEXT, and keep it for `nearfirst-why'."
  (setq nearfirst--problem (format "Nearfirst: %s." text))
  (message "%s" nearfirst--problem))

;;; Documents

(defun nearfirst--synchronise ()
  "Open the buffer with the server, or tell what has changed in it since."
  (let ((uri (nearfirst--uri-of (or buffer-file-name (concat "/" (buffer-name))))))
    (unless (equal uri nearfirst--uri) (nearfirst--close))
    (cond
     ((not nearfirst--uri)
      (nearfirst--add-folder (nearfirst--folder))
      (setq nearfirst--uri uri nearfirst--changes nil)
      (jsonrpc-notify nearfirst--connection :textDocument/didOpen
                      (list :textDocument (list :uri uri :languageId (nearfirst--language)
                                                :version (cl-incf nearfirst--version) :text (nearfirst--text)))))
     (nearfirst--changes
      (let ((changes (if (eq nearfirst--changes 'whole) (vector (list :text (nearfirst--text)))
                       (vconcat (reverse nearfirst--changes)))))
        (setq nearfirst--changes nil)
        (jsonrpc-notify nearfirst--connection :textDocument/didChange
                        (list :textDocument (list :uri uri :version (cl-incf nearfirst--version))
                              :contentChanges changes)))))))

(defun nearfirst--close ()
  "Tell the server that the buffer is closed."
  (when nearfirst--uri
    (when (eq nearfirst--state 'ready)
      (jsonrpc-notify nearfirst--connection :textDocument/didClose (list :textDocument (list :uri nearfirst--uri))))
    (setq nearfirst--uri nil)))

(defun nearfirst--forget-documents ()
  "Another server knows none of the buffers."
  (dolist (buffer (buffer-list)) (with-current-buffer buffer (setq nearfirst--uri nil))))

(defun nearfirst--before-change (beginning end)
  "Keep where the text from BEGINNING to END stands, as LSP counts it."
  (when (and nearfirst--uri (not (eq nearfirst--changes 'whole)))
    (setq nearfirst--changing (list beginning end (nearfirst--position beginning) (nearfirst--position end)))))

(defun nearfirst--after-change (beginning end old-length)
  "Note that OLD-LENGTH characters at BEGINNING became what stands there up to END."
  (when (and nearfirst--uri (not (eq nearfirst--changes 'whole)))
    (pcase nearfirst--changing
      ;; Some commands say less, or something else, before they change a text.
      (`(,(pred (= beginning)) ,(pred (= (+ beginning old-length))) ,from ,to)
       (push (list :range (list :start from :end to) :text (nearfirst--text beginning end)) nearfirst--changes))
      (_ (setq nearfirst--changes 'whole)))
    (setq nearfirst--changing nil)))

(defun nearfirst--text (&optional beginning end)
  "The text from BEGINNING to END, by default all, whatever is narrowed."
  (save-restriction
    (widen)
    (buffer-substring-no-properties (or beginning (point-min)) (or end (point-max)))))

(defun nearfirst--position (place)
  "PLACE as LSP counts it: line, and bytes of UTF-8."
  (save-excursion
    (save-restriction
      (widen)
      (goto-char place)
      (let ((line-start (let ((inhibit-field-text-motion t)) (line-beginning-position))))
        (list :line (1- (line-number-at-pos place t))
              :character (- (position-bytes place) (position-bytes line-start)))))))

(defun nearfirst--language ()
  "LSP's name of the buffer's language."
  (let ((name (replace-regexp-in-string "\\(?:-ts\\)?-mode\\'" "" (symbol-name major-mode))))
    (alist-get name nearfirst--languages name nil #'equal)))

(defun nearfirst--folder ()
  "The nearest folder upwards with settings, else the project's, else its own."
  (expand-file-name
   (or (locate-dominating-file default-directory ".nearfirst.json")
       (when-let ((project (project-current))) (project-root project))
       default-directory)))

(defun nearfirst--add-folder (folder)
  "Tell the server of FOLDER if it is new."
  (unless (member folder nearfirst--folders)
    (push folder nearfirst--folders)
    (jsonrpc-notify nearfirst--connection :workspace/didChangeWorkspaceFolders
                    (list :event (list :added (vector (nearfirst--as-folder folder)) :removed [])))))

(defun nearfirst--as-folder (folder)
  "FOLDER as LSP has it."
  (let ((path (directory-file-name folder)))
    (list :uri (nearfirst--uri-of path) :name (file-name-nondirectory path))))

(defun nearfirst--uri-of (path)
  "The address of PATH, which is absolute."
  (concat "file://" (mapconcat #'url-hexify-string (split-string path "/") "/")))

(provide 'nearfirst-server)
;;; nearfirst-server.el ends here
