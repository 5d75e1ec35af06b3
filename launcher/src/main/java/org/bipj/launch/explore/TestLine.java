package org.bipj.launch.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.bipj.core.replay.Choices;
import org.bipj.sim.SimOptions;

/**
 * A test of JUnit that repeats a run of a program, as one line.
 *
 * @param call runs the program, in Java; empty: no such line can
 * @param attributes of the annotation, but for ranks and choices
 */
public record TestLine(String call, String attributes) {
    /** Of programs that a test cannot run. */
    public static final TestLine NONE = new TestLine("", "");

    /** Stands before a bound that is not the default one, in a list of choices. */
    private static final String BOUND = "bound ";
    /** The same of buffers. */
    private static final String BUFFERS = "buffers ";
    /** The same of ranks that may die. */
    private static final String DEATHS = "deaths ";

    /**
     * Of a main class, with its arguments.
     *
     * @param checks as {@link org.bipj.core.job.Job#checks} has them
     */
    public static TestLine of(SimOptions sim, String checks, String main, List<String> arguments) {
        boolean isChecked = "on".equals(checks);
        // An annotation has nothing for the other options.
        if (!sim.equals(SimOptions.of(sim.platform())) || checks != null && !isChecked) {
            return NONE;
        }
        String words = arguments.stream().map(TestLine::literal).collect(Collectors.joining(", "));
        String list = words.isEmpty() ? "new String[0]" : "new String[] {" + words + "}";
        boolean isDefault = sim.platform().equals(SimOptions.DEFAULT_PLATFORM);
        return new TestLine(
                main.replace('$', '.') + ".main(" + list + ")",
                (isDefault ? "" : "platform = " + literal(sim.platform()) + ", ")
                        + (isChecked ? "init = false, " : "init = false, check = false, "));
    }

    /** The line that repeats a run; empty: there is none. */
    String of(int ranks, ExplorationPlan plan, String name, List<String> choices) {
        if (call.isEmpty()) {
            return "";
        }
        return "@MpiTest(ranks = " + ranks + ", " + attributes + attribute(plan, choices) + ") void " + name
                + "() throws Exception { " + call + "; }";
    }

    /** The attribute of {@code @MpiTest} that repeats a run of a plan. */
    public static String attribute(ExplorationPlan plan, List<String> chosen) {
        List<String> choices = withPlan(plan, chosen);
        // Where nothing was chosen, the first run is the only one.
        return choices.isEmpty()
                ? "explore = \"1\""
                : choices.stream().map(TestLine::literal).collect(Collectors.joining(", ", "choices = {", "}"));
    }

    /** Choices, with what differs from the default plan before them. */
    private static List<String> withPlan(ExplorationPlan plan, List<String> choices) {
        List<String> all = new ArrayList<>();
        if (plan.bound() != ExplorationPlan.DEFAULT.bound()) {
            all.add(BOUND + plan.bound());
        }
        if (plan.buffers() != ExplorationPlan.DEFAULT.buffers()) {
            all.add(BUFFERS + plan.buffers().name().toLowerCase(Locale.ROOT));
        }
        if (plan.deaths() > 0) {
            all.add(DEATHS + plan.deaths());
        }
        all.addAll(choices);
        return all;
    }

    /** The choices of a list that may begin with what differs from the default plan. */
    public static ExploredChoices read(int ranks, List<String> list) {
        int bound = ExplorationPlan.DEFAULT.bound();
        Choices.Buffers buffers = ExplorationPlan.DEFAULT.buffers();
        List<String> rest = list;
        if (!rest.isEmpty() && rest.getFirst().matches(BOUND + "\\d{1,9}")) {
            bound = Integer.parseInt(rest.getFirst().substring(BOUND.length()));
            rest = rest.subList(1, rest.size());
        }
        if (!rest.isEmpty() && rest.getFirst().matches(BUFFERS + "(none|short|all)")) {
            buffers = Choices.Buffers.valueOf(
                    rest.getFirst().substring(BUFFERS.length()).toUpperCase(Locale.ROOT));
            rest = rest.subList(1, rest.size());
        }
        int deaths = 0;
        if (!rest.isEmpty() && rest.getFirst().matches(DEATHS + "\\d{1,9}")) {
            deaths = Integer.parseInt(rest.getFirst().substring(DEATHS.length()));
            rest = rest.subList(1, rest.size());
        }
        return new ExploredChoices(ranks, bound, buffers, deaths, rest);
    }

    /** A text as a literal of Java. */
    private static String literal(String text) {
        StringBuilder all = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            switch (c) {
                case '"', '\\' -> all.append('\\').append(c);
                case '\n' -> all.append("\\n");
                case '\r' -> all.append("\\r");
                case '\t' -> all.append("\\t");
                default -> all.append(c);
            }
        }
        return all.append('"').toString();
    }
}
