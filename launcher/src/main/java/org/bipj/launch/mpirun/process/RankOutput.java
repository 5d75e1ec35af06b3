package org.bipj.launch.mpirun.process;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.command.Placement;
import org.bipj.launch.mpirun.output.IncubatorNote;
import org.bipj.launch.mpirun.output.LinePump;
import org.bipj.launch.mpirun.output.OutputPlan;
import org.bipj.launch.mpirun.output.RankLines;
import org.bipj.launch.mpirun.output.Terminal;
import org.bipj.launch.mpirun.program.RankProgram;
import org.bipj.launch.mpirun.program.ScriptSupport;
import org.bipj.launch.support.LauncherVariables;

/**
 * How the output of ranks that are processes is shown.
 *
 * @param programs what was started for the ranks of each of the options' programs
 */
public record RankOutput(Options options, List<RankProgram> programs, Placement placement) {
    /** Transfers a stream of a rank to the terminal, in the form that the options ask for. */
    public LinePump pump(Terminal terminal, int rank, InputStream stream, boolean err) {
        RankLines lines = OutputPlan.of(options).lines(terminal, rank, err);
        boolean hasErrors = err || options.mergeErrors();
        if (hasErrors) {
            lines.holdTraces(rank);
        }
        int number = placement.application(rank).number();
        RankProgram program = programs.get(number);
        Path directory = options.programs().get(number).directory();
        lines.holdStartErrors(
                program.classPath(), directory == null ? Path.of("").toAbsolutePath() : directory);
        if (hasErrors && !program.isJava()) {
            lines.drop(ScriptSupport.NOTE);
        } else if (hasErrors && IncubatorNote.isPrintedBy(program.words())) {
            IncubatorNote.drop(lines);
        }
        boolean prompts = rank == 0 && !err && LauncherVariables.isTrue(LauncherVariables.TERMINAL);
        return new LinePump(stream, lines, prompts);
    }
}
