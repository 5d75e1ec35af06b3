package org.bipj.launch.mpirun.command;

import java.util.Map;

/**
 * Options of Open MPI 4.1 and 5 and of MPICH that have another name here, or no effect. A line of output names those
 * without effect, with the reason.
 */
final class OtherOptions {
    /** Name, name here, and the value it stands for if it takes none. */
    private static final String SYNONYMS = """
            bind-to-core bind-to core
            bind-to-socket bind-to socket
            binding bind-to
            bycore map-by core
            byslot map-by slot
            bynode map-by node
            cpus-per-rank cpus-per-proc
            default-hostfile hostfile
            f hostfile
            hosts host
            ppn N
            prepend-rank tag-output
            l tag-output
            skip-launch-node nolocal
            rf rankfile
            configfile app
            display-devel-map display-map
            display-diffable-map display-map
            display-devel-allocation display-allocation
            no-oversubscribe nooversubscribe
            """;

    /** Name, number of values, reason. */
    private static final String WITHOUT_EFFECT = """
            mca 2 SETTING
            gmca 2 SETTING
            omca 2 SETTING
            pmixmca 2 SETTING
            prtemca 2 SETTING
            gpmixmca 2 SETTING
            gprtemca 2 SETTING
            am 1 SETTING
            tune 1 SETTING
            cf 1 SETTING
            cartofile 1 SETTING
            personality 1 SETTING
            prefix 1 Open MPI is not used
            noprefix 0 Open MPI is not used
            s 0 FILES
            preload-binary 0 FILES
            preload-files 1 FILES
            set-cwd-to-session-dir 0 not supported: --wdir sets the directory
            index-argv-by-rank 0 not supported
            xml 0 XML output is not supported
            xml-file 1 XML output is not supported
            xterm 1 DEBUGGER
            debug 0 DEBUGGER
            debugger 1 DEBUGGER
            tv 0 DEBUGGER
            stop-on-exec 0 DEBUGGER
            stop-in-init 0 DEBUGGER
            d 0 DAEMONS
            debug-devel 0 DAEMONS
            debug-daemons 0 DAEMONS
            debug-daemons-file 0 DAEMONS
            leave-session-attached 0 DAEMONS
            dvm 1 DAEMONS
            hnp 1 DAEMONS
            novm 0 DAEMONS
            max-vm-size 1 DAEMONS
            ompi-server 1 DAEMONS
            report-uri 1 DAEMONS
            report-events 1 DAEMONS
            fwd-mpirun-port 0 DAEMONS
            use-regexp 0 DAEMONS
            enable-instant-on-support 0 DAEMONS
            do-not-resolve 0 DAEMONS
            keepalive 1 DAEMONS
            set-sid 0 ALWAYS
            terminate 0 DAEMONS
            report-child-jobs-separately 0 programs start no further jobs
            output-proctable 0 not supported: --display-map shows the ranks, -v their commands
            display-topo 0 not supported: lscpu shows the processors
            show-progress 0 a slow start is always reported
            continuous 0 RECOVERY
            disable-recovery 0 RECOVERY
            enable-recovery 0 RECOVERY
            max-restarts 1 RECOVERY
            disable-auto-cleanup 0 RECOVERY
            get-stack-traces 0 --timeout always prints them
            report-state-on-timeout 0 --timeout always prints it
            stream-buffering 1 output is passed on in lines
            forward-signals 1 only SIGTSTP and SIGCONT are forwarded
            runtime-options 1 SETTING
            do-not-aggregate-help 0 SETTING
            gpu-support 1 GPUs are not supported
            gpus-per-proc 1 GPUs are not supported
            exec-agent 1 not supported
            initial-errhandler 1 the program sets its error handlers
            memory-alloc-kinds 1 SETTING
            soft 1 not supported: -n gives the number of ranks
            arch 1 not supported: --host names the hosts
            launcher 1 HYDRA
            launcher-exec 1 HYDRA
            rmk 1 HYDRA
            topolib 1 HYDRA
            demux 1 HYDRA
            membind 1 memory is not bound
            iface 1 HYDRA; a host's address chooses the network
            nameserver 1 HYDRA
            localhost 1 HYDRA
            usize 1 HYDRA
            order-nodes 1 HYDRA
            pmi-port 0 HYDRA
            enable-x 0 HYDRA
            disable-x 0 HYDRA
            disable-hostname-propagation 0 HYDRA
            print-all-exitcodes 0 not supported: the exit code of the first rank that fails is printed
            genvall 0 ALWAYS
            envall 0 ALWAYS
            genvlist 1 ranks of this host inherit all variables; -x NAME passes one to other hosts
            envlist 1 ranks of this host inherit all variables; -x NAME passes one to other hosts
            genvnone 0 not supported: ranks of this host inherit all variables
            envnone 0 not supported: ranks of this host inherit all variables
            """;

    /** Words of the table for frequent reasons. */
    private static final Map<String, String> REASONS = Map.of(
            "SETTING", "a setting of Open MPI's components",
            "DAEMONS", "the job has no daemons of Open MPI",
            "DEBUGGER", "not supported: docs/DEBUGGING.md shows how to debug ranks",
            "RECOVERY", "a failed rank ends the job",
            "FILES", "files are not copied: the hosts need the same ones",
            "HYDRA", "a setting of MPICH's launcher",
            "ALWAYS", "this is always so");

    private OtherOptions() {}

    /**
     * An option without effect.
     *
     * @param values number of its values
     * @param reason why it has none
     */
    record Ignored(int values, String reason) {}

    /** What an option has no effect for; null if it is none of these. */
    static Ignored ignored(String name) {
        String line = line(WITHOUT_EFFECT, name);
        if (line == null) {
            return null;
        }
        String reason = line.substring(2);
        int end = reason.indexOf(';') < 0 ? reason.length() : reason.indexOf(';');
        String known = REASONS.get(reason.substring(0, end));
        return new Ignored(line.charAt(0) - '0', known == null ? reason : known + reason.substring(end));
    }

    /** An option as it is called here, with {@code =} and its value if that is fixed; null if it is no synonym. */
    static String synonym(String name) {
        String line = line(SYNONYMS, name);
        return line == null ? null : line.replace(' ', '=');
    }

    private static String line(String table, String name) {
        return table.lines()
                .filter(line -> line.startsWith(name) && line.startsWith(" ", name.length()))
                .findFirst()
                .map(line -> line.substring(name.length() + 1))
                .orElse(null);
    }
}
