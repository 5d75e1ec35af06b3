package org.bipj.reproduce.draw;

import java.util.Locale;

/** Builds XML: elements are opened and closed in turn, and text is escaped. */
public final class Markup {
    private final StringBuilder out = new StringBuilder();

    /** Nothing yet. */
    public Markup() {}

    /** Markup as it stands. */
    public Markup raw(String markup) {
        out.append(markup);
        return this;
    }

    /** Text. */
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

    /** Opens an element; attributes are names and values in turn. */
    public Markup open(String element, Object... attributes) {
        return tag(element, attributes, ">");
    }

    /** An element without content. */
    public Markup empty(String element, Object... attributes) {
        return tag(element, attributes, "/>");
    }

    /** Closes an element. */
    public Markup close(String element) {
        out.append("</").append(element).append(">\n");
        return this;
    }

    /** An element with text in it. */
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

    /** Numbers with a tenth of a pixel; the same on all machines. */
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
