package org.bipj.samples;

import java.util.List;
import java.util.stream.Collectors;
import org.bipj.samples.nas.ConjugateGradient;
import org.bipj.samples.nas.EmbarrassinglyParallel;
import org.bipj.samples.nas.IntegerSort;

/** The list of samples: {@code ./bipj sample} prints it, {@code ./bipj sample NAME} finds the main class in it. */
public final class Samples {

    /**
     * One sample.
     *
     * @param name what users type
     * @param main the class to run
     * @param arguments the arguments the program takes, all optional
     * @param summary one line that says what it shows
     */
    public record Sample(String name, Class<?> main, String arguments, String summary) {}

    private static final List<Sample> ALL = List.of(
            new Sample("hello", Hello.class, "", "every rank says who it is"),
            new Sample("squares", Squares.class, "", "a word for each node: the BIP API, as in the README"),
            new Sample("ring", Ring.class, "", "a token goes round all nodes: the BIP API"),
            new Sample("am-hello", AmHello.class, "", "each rank asks the next one: Active Messages, as in the README"),
            new Sample("pi", Pi.class, "[INTERVALS]", "pi by numerical integration: bcast and reduce"),
            new Sample("pingpong", PingPong.class, "[MAX_BYTES]", "latency and bandwidth between two ranks"),
            new Sample(
                    "heat2d",
                    Heat2d.class,
                    "[SIZE [STEPS]]",
                    "heat equation on a grid of ranks: Cartesian communicator, vector type"),
            new Sample("is", IntegerSort.class, "[CLASS]", "NAS IS: integer sort (allToAllv)"),
            new Sample("ep", EmbarrassinglyParallel.class, "[CLASS]", "NAS EP: random numbers, one reduction"),
            new Sample("cg", ConjugateGradient.class, "[CLASS]", "NAS CG: conjugate gradients on a sparse matrix"));

    private Samples() {}

    /** Returns all samples, in the order in which they are listed. */
    public static List<Sample> all() {
        return ALL;
    }

    /**
     * Returns the name of a sample's main class.
     *
     * @param name what users type
     * @throws IllegalArgumentException if there is no such sample; the message lists those there are
     */
    public static String mainClass(String name) {
        for (Sample sample : ALL) {
            if (sample.name.equals(name)) {
                return sample.main.getName();
            }
        }
        String known = ALL.stream().map(Sample::name).collect(Collectors.joining(", "));
        throw new IllegalArgumentException("no sample is named " + name + "; there are: " + known);
    }

    /**
     * Prints the list; with a sample's name, the name of its main class. Exits with 2 where there is no such sample.
     */
    public static void main(String[] args) {
        if (args.length == 0) {
            for (Sample sample : ALL) {
                System.out.printf("%-10s %-14s %s%n", sample.name, sample.arguments, sample.summary);
            }
            return;
        }
        try {
            System.out.println(mainClass(args[0]));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(Usage.EXIT_CODE);
        }
    }
}
