/* A bot in C that needs nothing but the standard library.

       cc -O2 -o brisk_bot examples/brisk_bot.c
       canasta exam -- ./brisk_bot

   It takes the pile and lays cards wherever it can, and discards a card of the rank it holds least of.
   Whatever JSON it does not need is skipped; what is not JSON is answered with an error. */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 65536 /* bytes of a line */
#define DEEPEST 32    /* values inside values */

static char line[LONGEST + 2];

/* ---- JSON: each function returns where the value ends, NULL for what is not one ---- */

static const char *blank(const char *p) {
    while (*p == ' ' || *p == '\t' || *p == '\r') p++;
    return p;
}

static const char *string_end(const char *p) {
    if (*p++ != '"') return NULL;
    for (; *p != '"'; p++) {
        if ((unsigned char)*p < 0x20) return NULL;
        if (*p != '\\') continue;
        p++;
        if (*p == 'u') {
            for (int digit = 0; digit < 4; digit++)
                if (!isxdigit((unsigned char)*++p)) return NULL;
        } else if (!*p || !strchr("\"\\/bfnrt", *p)) {
            return NULL;
        }
    }
    return p + 1;
}

static const char *number_end(const char *p) {
    if (*p == '-') p++;
    if (!isdigit((unsigned char)*p)) return NULL;
    char *end;
    strtod(p, &end);
    return end;
}

static const char *value_end(const char *p, int depth);

/* The end of an object or a list; if `key` is given, `*found` becomes the value it has in the object. */
static const char *members_end(const char *p, int depth, const char *key, const char **found) {
    int object = *p == '{';
    char close = object ? '}' : ']';
    p = blank(p + 1);
    if (*p == close) return p + 1;
    for (;;) {
        if (object) {
            const char *name = p, *end = string_end(p);
            if (!end) return NULL;
            p = blank(end);
            if (*p != ':') return NULL;
            p = blank(p + 1);
            if (key && (size_t)(end - name) == strlen(key) + 2 && !strncmp(name + 1, key, strlen(key))) *found = p;
        }
        p = value_end(p, depth + 1);
        if (!p) return NULL;
        p = blank(p);
        if (*p == close) return p + 1;
        if (*p != ',') return NULL;
        p = blank(p + 1);
    }
}

static const char *value_end(const char *p, int depth) {
    if (depth > DEEPEST) return NULL;
    if (*p == '{' || *p == '[') return members_end(p, depth, NULL, NULL);
    if (*p == '"') return string_end(p);
    if (!strncmp(p, "true", 4) || !strncmp(p, "null", 4)) return p + 4;
    if (!strncmp(p, "false", 5)) return p + 5;
    return number_end(p);
}

/* The value of `key` in the object at `p`, NULL where it has none. */
static const char *member(const char *p, const char *key) {
    const char *found = NULL;
    return members_end(p, 0, key, &found) ? found : NULL;
}

static int is(const char *string, const char *text) {
    return *string == '"' && !strncmp(string + 1, text, strlen(text)) && string[1 + strlen(text)] == '"';
}

/* ---- playing ---- */

static const char RANKS[] = "23456789TJQKA";

/* How many cards of each rank the seat holds whose eyes the position was made from. */
static int count_hand(const char *position, int counts[]) {
    const char *eyes = strstr(position, " eyes="), *hands = strstr(position, " hands=");
    if (!eyes || !hands) return 0;
    hands += 7;
    for (int seat = atoi(eyes + 6); seat > 1; seat--) {
        hands = strchr(hands, '/');
        if (!hands) return 0;
        hands++;
    }
    for (; *hands && *hands != '/' && *hands != ' ' && *hands != '"'; hands++) {
        const char *rank = strchr(RANKS, *hands);
        if (rank) counts[rank - RANKS]++;
    }
    return 1;
}

/* How good the step with this text looks; only the order of these numbers matters. */
static int worth(const char *text, const int counts[]) {
    static const struct { const char *verb; int worth; } verbs[] = {
        {"open", 90}, {"yes", 90}, {"top", 90}, {"pick", 90}, {"take", 80}, {"draw", 70}, {"lay", 60}, {"ask", 50},
    };
    for (size_t each = 0; each < sizeof verbs / sizeof *verbs; each++)
        if (!strncmp(text, verbs[each].verb, strlen(verbs[each].verb))) return verbs[each].worth;
    if (strncmp(text, "discard ", 8)) return 0; /* knock, end, no and the like */
    const char *rank = text[8] == 'J' && text[9] == 'k' ? NULL : strchr(RANKS, text[8]);
    if (!rank || *rank == '2') return 1; /* wild cards last */
    return 40 - 2 * counts[rank - RANKS];
}

static void decide(const char *message) {
    const char *id = member(message, "id"), *position = member(message, "position"), *p = member(message, "legal");
    int counts[sizeof RANKS] = {0}, best = -1, step = -1;
    if (!id || !isdigit((unsigned char)*id) || !position || *position != '"' || !p || *p != '[' ||
        !count_hand(position, counts)) {
        puts("{\"type\":\"error\",\"text\":\"This decision lacks something.\"}");
        return;
    }
    for (p = blank(p + 1); *p == '{'; p = blank(*p == ',' ? p + 1 : p)) {
        const char *number = member(p, "step"), *text = member(p, "text");
        if (number && text && *text == '"' && worth(text + 1, counts) > best) {
            best = worth(text + 1, counts);
            step = atoi(number);
        }
        p = blank(value_end(p, 0));
    }
    if (step < 0)
        puts("{\"type\":\"error\",\"text\":\"There is no legal step.\"}");
    else
        printf("{\"type\":\"move\",\"id\":%lld,\"step\":%d}\n", atoll(id), step);
}

/* Answer the line; return whether that was the last one. */
static int answer(void) {
    const char *end = *blank(line) == '{' ? value_end(blank(line), 0) : NULL;
    const char *type = end && !*blank(end) ? member(blank(line), "type") : NULL;
    if (type && is(type, "hello")) {
        puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"brisk\",\"version\":\"1\",\"deterministic\":true}");
    } else if (type && is(type, "decide")) {
        decide(blank(line));
    } else if (type && (is(type, "rules") || is(type, "over"))) {
        puts("{\"type\":\"ok\"}");
    } else if (type && is(type, "bye")) {
        puts("{\"type\":\"bye\"}");
        return 1;
    } else {
        puts("{\"type\":\"error\",\"text\":\"This is not a message that I know.\"}");
    }
    return 0;
}

int main(void) {
    for (;;) {
        int length = 0, letter, odd = 0;
        while ((letter = getchar()) != EOF && letter != '\n') {
            odd |= !letter || length == LONGEST; /* a zero byte, or too long: no message */
            if (!odd) line[length++] = (char)letter;
        }
        if (letter == EOF && !length) return 0;
        line[odd ? 0 : length] = '\0';
        int last = answer();
        fflush(stdout);
        if (last) return 0;
    }
}
