package org.bipj.launch.mpirun.process;

import java.util.function.Consumer;
import org.bipj.core.job.family.SpawnAnswer;
import org.bipj.core.job.family.SpawnRequest;

/**
 * A request of a rank for processes.
 *
 * @param request what is wanted
 * @param answer takes the answer, once
 */
public record SpawnTicket(SpawnRequest request, Consumer<SpawnAnswer> answer) {}
