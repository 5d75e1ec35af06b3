package org.bipj.net;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bipj.core.job.family.ProcessName;
import org.bipj.core.nic.PortException;
import org.bipj.shm.link.FarJobs;

/**
 * How a group introduces itself to one of other hosts. As text:
 *
 * <pre>
 *   letter
 *   names of the processes, see {@link ProcessName#join}
 *   address of the writer's job
 *   where each process listens, ADDRESS/HOST, HOST being the number of its host in its job; separated by spaces
 *   RANKS SECRET FAMILY NUMBER ADDRESS of each job
 * </pre>
 *
 * @param names of the processes
 * @param writer address of the job of the one who has written it
 * @param listening where each listens
 * @param jobs of the processes
 */
record Letter(List<ProcessName> names, String writer, List<String> listening, List<FarJobs.Introduction> jobs) {
    static final String BEGIN = "letter";

    private static final int JOBS_AT = 4;

    /** The addresses of the jobs of some processes. */
    static Set<String> jobsOf(List<ProcessName> names) {
        Set<String> jobs = new LinkedHashSet<>();
        names.forEach(name -> jobs.add(name.address()));
        return jobs;
    }

    /** Reads the text; its reader trusts the writer, since it was sealed. */
    static Letter parse(String text) {
        try {
            String[] lines = text.split("\n");
            List<ProcessName> names = ProcessName.parse(lines[1]);
            List<String> listening = List.of(lines[3].split(" "));
            List<FarJobs.Introduction> jobs = new ArrayList<>();
            for (int i = JOBS_AT; i < lines.length; i++) {
                String[] words = lines[i].split(" ", 5);
                jobs.add(new FarJobs.Introduction(
                        words[4],
                        Integer.parseInt(words[0]),
                        HexFormat.of().parseHex(words[1]),
                        Long.parseUnsignedLong(words[2], 16),
                        Integer.parseInt(words[3])));
            }
            boolean isWhole = listening.size() == names.size()
                    && listening.stream().allMatch(where -> where.matches("[^/]+/[0-9]{1,9}"));
            if (lines[0].equals(BEGIN) && isWhole) {
                return new Letter(names, lines[2], listening, jobs);
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            // Reported below, without what may be a secret.
        }
        throw new PortException("what another process has said of its group makes no sense; expected a letter");
    }

    /** By job the addresses of its ranks. */
    Map<String, Map<Integer, String>> addresses() {
        Map<String, Map<Integer, String>> all = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            all.computeIfAbsent(names.get(i).address(), any -> new HashMap<>())
                    .put(names.get(i).rank(), listening.get(i));
        }
        return all;
    }

    /** The text. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(BEGIN).append('\n');
        text.append(ProcessName.join(names)).append('\n').append(writer).append('\n');
        text.append(String.join(" ", listening));
        for (FarJobs.Introduction job : jobs) {
            text.append('\n').append(job.ranks()).append(' ');
            text.append(HexFormat.of().formatHex(job.secret())).append(' ');
            text.append(Long.toHexString(job.family())).append(' ');
            text.append(job.number()).append(' ').append(job.address());
        }
        return text.toString();
    }
}
