#include "studio.inc"
// A propeller that turns and a ball that flies while the shutter is open.
#declare Speed = Between(15, 70);
#declare Blades = floor(Between(2, 6));
#declare Start = Between(0, 90);
union {
  #for (Blade, 1, Blades)
    sphere { <0.8, 0, 0>, 0.7 scale <1, 0.25, 0.08> rotate x * 25 rotate z * (Blade * 360 / Blades) }
  #end
  pigment { Tint() }
  finish { specular 0.5 roughness 0.02 }
  rotate z * (Start + Phase * Speed)
  translate y * 0.3
}
sphere { <0, 0.3, -0.1>, 0.22 pigment { Tint() } finish { specular 0.6 } }
sphere { <-1.2 + Phase * Between(0.05, 0.4), -1.4, 0>, 0.3 pigment { checker Tint() Tint() scale 0.2 } }
