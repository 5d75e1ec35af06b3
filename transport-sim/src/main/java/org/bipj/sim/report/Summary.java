package org.bipj.sim.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.bipj.sim.net.LinkUse;
import org.bipj.sim.trace.NaturalOrder;

/**
 * The use of a cluster in a run, as text: the busiest links, with the shares of time in which characters moved and in
 * which a worm was blocked, and the busiest nodes, with the share of time in which each part worked. Equal runs yield
 * equal text.
 *
 * <p>The parts keep the sums, which are added here when the run has ended.
 */
public final class Summary {
    /** Rows of each table; all others are only part of the means. */
    static final int ROWS = 8;

    private final long time;
    private final List<LinkUse> links = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /**
     * The use of one node: picoseconds in which each part worked.
     *
     * @param host the processor, in calls of the library or charged computation
     * @param lanai the board's processor
     * @param hostDma the board's host DMA engine, both directions
     * @param send the board's send engine
     * @param receive the board's receive engine
     */
    public record Node(String name, long host, long lanai, long hostDma, long send, long receive) {
        private long board() {
            return lanai + hostDma + send + receive;
        }
    }

    /**
     * The summary of a run.
     *
     * @param time virtual time from start to end, in picoseconds, which all shares refer to
     */
    public Summary(long time) {
        this.time = time;
    }

    /** Adds one direction of a cable to the summary. */
    public Summary link(LinkUse link) {
        links.add(link);
        return this;
    }

    /** Adds a node to the summary. */
    public Summary node(Node node) {
        nodes.add(node);
        return this;
    }

    /** Adds a line of text in front of the tables. */
    public Summary note(String line) {
        notes.add(line);
        return this;
    }

    /** The text: lines that each end with a line feed. */
    public String text() {
        StringBuilder text = new StringBuilder();
        notes.forEach(note -> text.append(note).append('\n'));
        appendLinks(text);
        appendNodes(text);
        return text.toString();
    }

    private void appendLinks(StringBuilder text) {
        if (links.isEmpty()) {
            return;
        }
        List<LinkUse> sorted = busiest(links, link -> link.busyPs() + link.blockedPs(), LinkUse::name);
        int width = width(sorted.stream().map(LinkUse::name).toList());
        text.append(
                format("%-" + width + "s %7s %9s %9s %13s%n", "link", "busy %", "blocked %", "worms", "characters"));
        for (LinkUse link : head(sorted)) {
            appendLink(text, width, link);
        }
        long n = links.size();
        text.append(format(
                "%-" + width + "s %7s %9s %9.0f %13.0f%n",
                "mean of " + n,
                share(sum(links, LinkUse::busyPs), n),
                share(sum(links, LinkUse::blockedPs), n),
                sum(links, LinkUse::worms) / (double) n,
                sum(links, LinkUse::characters) / (double) n));
    }

    private void appendLink(StringBuilder text, int width, LinkUse link) {
        text.append(format(
                "%-" + width + "s %7s %9s %9d %13d%n",
                link.name(),
                share(link.busyPs(), 1),
                share(link.blockedPs(), 1),
                link.worms(),
                link.characters()));
    }

    private void appendNodes(StringBuilder text) {
        if (nodes.isEmpty()) {
            return;
        }
        List<Node> sorted = busiest(nodes, Node::board, Node::name);
        int width = width(sorted.stream().map(Node::name).toList());
        text.append(format(
                "%-" + width + "s %7s %7s %10s %10s %13s%n",
                "node",
                "host %",
                "LANai %",
                "host DMA %",
                "send DMA %",
                "receive DMA %"));
        for (Node node : head(sorted)) {
            appendNode(text, width, node, 1);
        }
        Node mean = new Node(
                "mean of " + nodes.size(),
                sum(nodes, Node::host),
                sum(nodes, Node::lanai),
                sum(nodes, Node::hostDma),
                sum(nodes, Node::send),
                sum(nodes, Node::receive));
        appendNode(text, width, mean, nodes.size());
    }

    private void appendNode(StringBuilder text, int width, Node node, long of) {
        text.append(format(
                "%-" + width + "s %7s %7s %10s %10s %13s%n",
                node.name,
                share(node.host, of),
                share(node.lanai, of),
                share(node.hostDma, of),
                share(node.send, of),
                share(node.receive, of)));
    }

    private String share(long part, long of) {
        return time == 0 ? "-" : format("%.1f", 100.0 * part / of / time);
    }

    private static <T> List<T> busiest(List<T> all, ToLongFunction<T> load, Function<T, String> name) {
        return all.stream()
                .sorted(Comparator.comparingLong(load).reversed().thenComparing(name, NaturalOrder.INSTANCE))
                .toList();
    }

    private static <T> List<T> head(List<T> sorted) {
        return sorted.subList(0, Math.min(ROWS, sorted.size()));
    }

    private static <T> long sum(List<T> all, ToLongFunction<T> value) {
        return all.stream().mapToLong(value).sum();
    }

    private static int width(List<String> names) {
        return names.stream().mapToInt(String::length).max().orElse(0) + "mean of ".length();
    }

    private static String format(String pattern, Object... arguments) {
        return String.format(Locale.ROOT, pattern.replace("%n", "\n"), arguments);
    }
}
