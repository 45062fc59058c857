;;; nearfirst.el --- Local-first code completion as ghost text -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: convenience, tools

;;; Commentary:

;; docs/emacs.md says how to install and use it.

;;; Code:

(require 'nearfirst-server)

(defgroup nearfirst nil "Local-first code completion." :group 'tools)

(defface nearfirst-ghost '((t :inherit shadow)) "What is suggested and not accepted yet.")

;; The suggestion on screen: `start' is a marker where it began, `text' all of it from there on, `replaced' how many
;; characters behind point it takes the place of.
(cl-defstruct nearfirst--suggestion id text start replaced overlay)

(defvar-local nearfirst--shown nil)
(defvar-local nearfirst--seen-tick nil)
(defvar nearfirst--newest 0
  "Number of the newest request: answers to older ones count for nothing.")

(defvar nearfirst-active-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "TAB") #'nearfirst-accept)
    (define-key map (kbd "<tab>") #'nearfirst-accept)
    (define-key map (kbd "C-<right>") #'nearfirst-accept-word)
    (define-key map (kbd "C-<down>") #'nearfirst-accept-line)
    (define-key map (kbd "C-g") #'nearfirst-dismiss)
    map)
  "Keys while a suggestion is on screen.")

(defvar nearfirst-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c \\") #'nearfirst-trigger)
    map)
  "Keys in `nearfirst-mode'.")

;; Before the keys of other minor modes, some of which have TAB.
(add-to-list 'emulation-mode-map-alists `((nearfirst--shown . ,nearfirst-active-map)))

;;;###autoload
(define-minor-mode nearfirst-mode
  "Show suggestions by Nearfirst as ghost text while you type."
  :lighter (" Nearfirst" (:eval (nearfirst--lighter)))
  (cond
   (nearfirst-mode
    (setq nearfirst--seen-tick (buffer-chars-modified-tick))
    (add-hook 'before-change-functions #'nearfirst--before-change nil t)
    (add-hook 'after-change-functions #'nearfirst--after-change nil t)
    (add-hook 'post-command-hook #'nearfirst--after-command nil t)
    (add-hook 'kill-buffer-hook #'nearfirst--close nil t)
    (when (eq nearfirst--state 'stopped) (nearfirst--start)))
   (t
    (nearfirst--hide)
    (nearfirst--close)
    (remove-hook 'before-change-functions #'nearfirst--before-change t)
    (remove-hook 'after-change-functions #'nearfirst--after-change t)
    (remove-hook 'post-command-hook #'nearfirst--after-command t)
    (remove-hook 'kill-buffer-hook #'nearfirst--close t))))

(defun nearfirst--lighter ()
  "Which model the last suggestion is from, in brackets."
  (let ((tier (plist-get nearfirst--outcome :tier)))
    (cond ((not (eq nearfirst--state 'ready)) (format "[%s]" nearfirst--state))
          (tier (format "[%s]" tier))
          (t ""))))

(defun nearfirst--after-command ()
  "Follow what was typed, and ask for the next suggestion."
  (let ((tick (buffer-chars-modified-tick)))
    (cond ((/= tick nearfirst--seen-tick)
           (setq nearfirst--seen-tick tick)
           (nearfirst--follow)
           (nearfirst--ask 2))
          ((and nearfirst--shown (/= (point) (overlay-start (nearfirst--suggestion-overlay nearfirst--shown))))
           (nearfirst--hide)))))

(defun nearfirst--follow ()
  "Keep the rest of the suggestion where its beginning was typed.
Where something else was, take it away."
  (when-let ((shown nearfirst--shown))
    (let* ((start (nearfirst--suggestion-start shown))
           (typed (and (<= start (point)) (buffer-substring-no-properties start (point))))
           (text (nearfirst--suggestion-text shown)))
      (nearfirst--hide)
      (when (and typed (string-prefix-p typed text) (not (string= typed text)))
        (nearfirst--show shown)))))

(defun nearfirst--ask (trigger)
  "Ask for a suggestion at point, as TRIGGER of LSP."
  (cl-incf nearfirst--newest)
  (unless (or buffer-read-only (use-region-p) (nearfirst--is-choosing))
    (let ((number nearfirst--newest)
          (buffer (current-buffer))
          (place (point))
          (tick (buffer-chars-modified-tick)))
      (nearfirst--ask-server
       trigger
       (lambda (items)
         (when (and (= number nearfirst--newest) (buffer-live-p buffer) (eq buffer (window-buffer)))
           (with-current-buffer buffer
             (when (and (= place (point)) (= tick (buffer-chars-modified-tick)) (not (nearfirst--is-choosing)))
               (nearfirst--answered items)))))))))

(defun nearfirst--is-choosing ()
  "Whether a list of completions is on screen, which has the keys then."
  (or (bound-and-true-p completion-in-region-mode) (bound-and-true-p company-candidates)))

(defun nearfirst--answered (items)
  "Show the first of ITEMS at point, or nothing."
  (nearfirst--hide)
  (cond
   ((> (length items) 0)
    (let* ((item (aref items 0))
           (range (plist-get item :range))
           (replaced (- (plist-get (plist-get range :end) :character) (plist-get (plist-get range :start) :character)))
           (id (aref (plist-get (plist-get item :command) :arguments) 0)))
      (nearfirst--show
       (make-nearfirst--suggestion :id id :text (plist-get item :insertText) :start (copy-marker (point))
                                   ;; Brackets and quotes that the editor closed: one byte each.
                                   :replaced (min replaced (- (line-end-position) (point)))))
      (nearfirst--tell :nearfirst/shown (list :suggestionId id))))
   ((nearfirst--is-loading) (nearfirst--ask 2))))

(defun nearfirst--show (suggestion)
  "Put at point what is left of SUGGESTION."
  (let* ((typed (- (point) (nearfirst--suggestion-start suggestion)))
         (left (substring (nearfirst--suggestion-text suggestion) typed))
         ;; The cursor stands before the first character, which must not be the end of the line.
         (rest (propertize (if (string-prefix-p "\n" left) (concat " " left) left) 'face 'nearfirst-ghost))
         (overlay (make-overlay (point) (point))))
    (put-text-property 0 1 'cursor t rest)
    (overlay-put overlay 'after-string rest)
    (setf (nearfirst--suggestion-overlay suggestion) overlay)
    (setq nearfirst--shown suggestion)))

(defun nearfirst--hide ()
  "Take the suggestion off the screen."
  (when nearfirst--shown
    (delete-overlay (nearfirst--suggestion-overlay nearfirst--shown))
    (setq nearfirst--shown nil)))

(defun nearfirst--rest ()
  "What is left of the suggestion on screen."
  (substring (nearfirst--suggestion-text nearfirst--shown) (- (point) (nearfirst--suggestion-start nearfirst--shown))))

(defun nearfirst-accept ()
  "Write the suggestion into the buffer."
  (interactive)
  (when-let ((shown nearfirst--shown))
    (let ((rest (nearfirst--rest)))
      (nearfirst--hide)
      (delete-region (point) (min (line-end-position) (+ (point) (nearfirst--suggestion-replaced shown))))
      (insert rest)
      (nearfirst--execute "nearfirst.accept" (nearfirst--suggestion-id shown)))))

(defun nearfirst-accept-word ()
  "Write the suggestion's next word into the buffer."
  (interactive)
  (nearfirst--accept-part "\\`[ \t\n]*\\(?:[[:alnum:]_]+\\|[^[:alnum:]_ \t\n]+\\)"))

(defun nearfirst-accept-line ()
  "Write the rest of the suggestion's line into the buffer, or its next line."
  (interactive)
  (nearfirst--accept-part "\\`\n?[^\n]+"))

(defun nearfirst--accept-part (pattern)
  "Write what PATTERN matches of the suggestion.
The rest stays on screen, as if it had been typed."
  (when nearfirst--shown
    (let ((rest (nearfirst--rest)))
      (if (or (not (string-match pattern rest)) (= (match-end 0) (length rest)))
          (nearfirst-accept)
        (insert (match-string 0 rest))
        (let* ((shown nearfirst--shown)
               (taken (buffer-substring-no-properties (nearfirst--suggestion-start shown) (point))))
          (nearfirst--tell :nearfirst/partlyAccepted
                           (list :suggestionId (nearfirst--suggestion-id shown)
                                 :acceptedLength (/ (string-bytes (encode-coding-string taken 'utf-16le)) 2))))))))

(defun nearfirst-dismiss ()
  "Take the suggestion off the screen, and say that it was not wanted."
  (interactive)
  (cl-incf nearfirst--newest)
  (when nearfirst--shown
    (nearfirst--execute "nearfirst.dismiss" (nearfirst--suggestion-id nearfirst--shown))
    (nearfirst--hide)))

(defun nearfirst-trigger ()
  "Ask for a suggestion here, also in a word; again for another one."
  (interactive)
  (nearfirst--ask 1))

(defun nearfirst-why ()
  "Say how the last request ended, and why."
  (interactive)
  (message "%s" (nearfirst--status)))

(defun nearfirst--ask-where-seen ()
  "Ask in the buffer that is looked at, now that the server can answer."
  (with-current-buffer (window-buffer)
    (when nearfirst-mode (nearfirst--ask 2))))

(defun nearfirst--hide-everywhere ()
  "Nothing that a server suggested outlives it."
  (dolist (buffer (buffer-list)) (with-current-buffer buffer (nearfirst--hide))))

(add-hook 'nearfirst--ready-hook #'nearfirst--ask-where-seen)
(add-hook 'nearfirst--ended-hook #'nearfirst--hide-everywhere)

(provide 'nearfirst)
;;; nearfirst.el ends here
