package org.bipj.reproduce.draw;

import java.util.Locale;

/** Builds XML: elements are opened and closed in turn, and text is escaped. */
public final class Markup {
    private final StringBuilder out = new StringBuilder();

    /** Creates a document without content. */
    public Markup() {}

    /** Appends markup as it is, without escapes. */
    public Markup raw(String markup) {
        out.append(markup);
        return this;
    }

    /** Appends text, with escapes for markup's characters. */
    public Markup text(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                default -> out.append(c);
            }
        }
        return this;
    }

    /** Opens an element; attributes are alternating names and values. */
    public Markup open(String element, Object... attributes) {
        return tag(element, attributes, ">");
    }

    /** Appends an element without content. */
    public Markup empty(String element, Object... attributes) {
        return tag(element, attributes, "/>");
    }

    /** Appends the end of an element. */
    public Markup close(String element) {
        out.append("</").append(element).append(">\n");
        return this;
    }

    /** Appends an element with text. */
    public Markup element(String element, String text, Object... attributes) {
        return open(element, attributes).text(text).close(element);
    }

    private Markup tag(String element, Object[] attributes, String end) {
        out.append('<').append(element);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            text(value(attributes[i + 1])).raw("\"");
        }
        out.append(end);
        return this;
    }

    /** Formats numbers to a tenth of a pixel, with the same result on all machines. */
    private static String value(Object value) {
        return value instanceof Double number
                ? String.format(Locale.ROOT, "%.1f", number).replaceAll("\\.0$", "")
                : String.valueOf(value);
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
