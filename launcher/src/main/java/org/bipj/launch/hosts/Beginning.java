package org.bipj.launch.hosts;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.bipj.launch.mpirun.command.HostNetwork;
import org.bipj.launch.mpirun.command.HostPlan;
import org.bipj.launch.mpirun.job.TimeLimit;
import org.bipj.launch.support.LaunchException;
import org.bipj.net.address.HostAddress;

/** Until all supervisors are ready, the failure of a host is one of the start. */
final class Beginning {
    private final String[] addresses;
    /** Why not over UCX; empty for a host that can. */
    private final String[] problems;

    private int missing;
    private String failure;

    Beginning(HostPlan plan) {
        int hosts = plan.hosts().size();
        addresses = new String[hosts];
        problems = new String[hosts];
        Arrays.fill(addresses, HostAddress.UNKNOWN);
        Arrays.fill(problems, "");
        plan.used().forEach(hostIndex -> addresses[hostIndex] = null);
        missing = plan.used().size();
    }

    synchronized void ready(int hostIndex, String address, String problem) {
        if (addresses[hostIndex] == null) {
            problems[hostIndex] = problem;
            addresses[hostIndex] = address;
            missing--;
            notifyAll();
        }
    }

    /** Notes a failure, unless the job has begun; returns whether it has not. */
    synchronized boolean fail(String message) {
        if (missing == 0) {
            return false;
        }
        failure = failure == null ? message : failure;
        notifyAll();
        return true;
    }

    /**
     * What carries messages between hosts, once all are ready; the ranks understand the word.
     *
     * @throws LaunchException if UCX was asked for, and a host does not have it
     */
    synchronized String network(HostNetwork asked, IntFunction<String> names) {
        if (asked == HostNetwork.TCP) {
            return "tcp";
        }
        for (int hostIndex = 0; hostIndex < problems.length; hostIndex++) {
            if (asked == HostNetwork.UCX && !problems[hostIndex].isEmpty()) {
                throw new LaunchException(
                        HostsJob.HOST_LOST, "host " + names.apply(hostIndex) + ": --net ucx: " + problems[hostIndex]);
            }
            if (!problems[hostIndex].isEmpty()) {
                return "tcp";
            }
        }
        return asked == HostNetwork.UCX ? "ucx" : "ucx-trusted";
    }

    /**
     * Waits until all hosts are ready, and returns their addresses.
     *
     * @param limitMillis the time that the job has; 0: any
     * @throws LaunchException if a host has failed, or the time is over
     */
    synchronized List<String> await(long limitMillis, IntFunction<String> names) {
        long deadline = System.nanoTime() + limitMillis * 1_000_000;
        try {
            while (missing > 0 && failure == null) {
                long left = limitMillis == 0 ? 0 : (deadline - System.nanoTime()) / 1_000_000;
                if (limitMillis > 0 && left <= 0) {
                    throw new LaunchException(TimeLimit.EXIT_CODE, timeOut(limitMillis, names));
                }
                wait(left);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("the launcher must not be interrupted", e);
        }
        if (failure != null) {
            throw new LaunchException(HostsJob.HOST_LOST, failure);
        }
        return List.of(addresses);
    }

    private String timeOut(long limitMillis, IntFunction<String> names) {
        return "the job has not started within " + limitMillis / 1000.0 + " s, the limit that --timeout set:"
                + " there is no answer yet from "
                + String.join(
                        ", ",
                        IntStream.range(0, addresses.length)
                                .filter(hostIndex -> addresses[hostIndex] == null)
                                .mapToObj(names)
                                .toList());
    }
}
