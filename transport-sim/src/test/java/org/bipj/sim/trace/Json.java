package org.bipj.sim.trace;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A strict JSON reader for tests: objects as maps, arrays as lists, numbers as {@link BigDecimal}. */
public final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** Reads one value; anything behind it is an error. */
    public static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.space();
        json.check(json.at == text.length(), "end of text");
        return value;
    }

    private Object value() {
        space();
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> map = new LinkedHashMap<>();
        at++;
        space();
        while (peek() != '}') {
            if (!map.isEmpty()) {
                expect(',');
                space();
            }
            String key = string();
            space();
            expect(':');
            check(!map.containsKey(key), "a key once only, not " + key);
            map.put(key, value());
            space();
        }
        at++;
        return map;
    }

    private List<Object> array() {
        List<Object> list = new ArrayList<>();
        at++;
        space();
        while (peek() != ']') {
            if (!list.isEmpty()) {
                expect(',');
            }
            list.add(value());
            space();
        }
        at++;
        return list;
    }

    private String string() {
        expect('"');
        StringBuilder out = new StringBuilder();
        while (peek() != '"') {
            char c = text.charAt(at++);
            check(c >= ' ', "no control character in a string");
            if (c == '\\') {
                char escape = text.charAt(at++);
                if (escape == 'u') {
                    out.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                    at += 4;
                } else {
                    check("\"\\/".indexOf(escape) >= 0, "an escape that we write");
                    out.append(escape);
                }
            } else {
                out.append(c);
            }
        }
        at++;
        return out.toString();
    }

    private BigDecimal number() {
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String number = text.substring(from, at);
        check(number.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?"), "a number, not '" + number + "'");
        return new BigDecimal(number);
    }

    private Object word(String word, Object value) {
        check(text.startsWith(word, at), word);
        at += word.length();
        return value;
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() {
        check(at < text.length(), "more text");
        return text.charAt(at);
    }

    private void expect(char c) {
        check(peek() == c, "'" + c + "'");
        at++;
    }

    private void check(boolean holds, String expected) {
        if (!holds) {
            throw new IllegalArgumentException("JSON at " + at + ": expected " + expected);
        }
    }
}
