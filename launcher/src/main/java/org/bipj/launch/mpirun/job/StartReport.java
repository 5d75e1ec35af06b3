package org.bipj.launch.mpirun.job;

import java.util.List;
import java.util.stream.IntStream;
import org.bipj.core.machine.ThisHost;
import org.bipj.launch.mpirun.command.HostPlan;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.command.Placement;
import org.bipj.launch.support.OwnProcess;

/** What {@code mpirun} prints about a job before it starts, on request. It uses Open MPI's text where there is one. */
public final class StartReport {
    private final Options options;
    private final Placement placement;

    /** The report on a job that is about to start. */
    public StartReport(Options options, Placement placement) {
        this.options = options;
        this.placement = placement;
    }

    /** Prints what the options request to see before the ranks start. */
    public void print() {
        if (!options.ignored().isEmpty() && !options.quiet()) {
            OwnProcess.current()
                    .err()
                    .println("mpirun: without effect here: " + options.ignored() + "; -q silences this line");
        }
        if (options.displayAllocation()) {
            OwnProcess.current().out().print(allocation());
        }
        if (options.displayMap()) {
            OwnProcess.current().out().print(map());
            OwnProcess.current().out().flush();
        }
        // On several hosts their supervisors bind the ranks, and report it.
        if (options.reportBindings() && options.hosts() == null) {
            String from = "[" + ThisHost.NAME + ":" + ProcessHandle.current().pid() + "] MCW rank ";
            for (int rank = 0; rank < options.ranks(); rank++) {
                String binding = placement.binding(rank);
                OwnProcess.current()
                        .err()
                        .println(from
                                + rank
                                + (isBound(binding)
                                        ? " bound to hwt " + binding
                                        : " is not bound (or bound to all available processors)"));
            }
        }
    }

    /** Prints a command that is started, for {@code --verbose}. */
    public static void sayCommand(Options options, int firstRank, int ranks, List<String> command) {
        if (options.verbose()) {
            String which = ranks == 1 ? "rank " + firstRank : "ranks " + firstRank + " to " + (firstRank + ranks - 1);
            OwnProcess.current().err().println("mpirun: " + which + ": " + String.join(" ", command));
        }
    }

    private static boolean isBound(String binding) {
        return !binding.equals("none");
    }

    private String allocation() {
        StringBuilder text = new StringBuilder("\n======================   ALLOCATED NODES   ======================\n");
        for (HostPlan.Host host : options.allocation()) {
            text.append('\t')
                    .append(host.name())
                    .append(": flags=0x11 slots=")
                    .append(host.slots())
                    .append(" max_slots=0 slots_inuse=0 state=UP\n");
        }
        return text + "=================================================================\n";
    }

    private String map() {
        StringBuilder nodes = new StringBuilder();
        int slots = 0;
        for (HostPlan.Host host : hosts()) {
            slots += host.slots();
            nodes.append("\n Data for node: ")
                    .append(host.name())
                    .append("\tNum slots: ")
                    .append(host.slots())
                    .append("\tMax slots: 0\tNum procs: ")
                    .append(host.ranks().size())
                    .append('\n');
            for (int rank : host.ranks()) {
                String binding = options.hosts() == null ? placement.binding(rank) : "none";
                nodes.append(" \tProcess OMPI jobid: [1,1] App: ")
                        .append(placement.application(rank).number())
                        .append(" Process rank: ")
                        .append(rank)
                        .append(" Bound: ")
                        .append(isBound(binding) ? "hwt " + binding : "N/A")
                        .append('\n');
            }
        }
        return " Data for JOB [1,1] offset 0 Total slots allocated " + slots
                + "\n\n ========================   JOB MAP   ========================\n" + nodes
                + "\n =============================================================\n";
    }

    private List<HostPlan.Host> hosts() {
        if (options.hosts() != null) {
            return options.hosts().hosts();
        }
        List<Integer> all = IntStream.range(0, options.ranks()).boxed().toList();
        return List.of(new HostPlan.Host(
                ThisHost.NAME, true, options.allocation().getFirst().slots(), all));
    }
}
