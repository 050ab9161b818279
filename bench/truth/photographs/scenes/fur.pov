#include "studio.inc"
// A ball of fur: short tapering hairs all around.
#declare Colour = Tint();
#declare Length = Between(0.15, 0.5);
sphere { 0, 1 pigment { Colour * 0.6 } }
union {
  #for (Hair, 1, 6000)
    #local Direction = vnormalize(<Between(-1, 1), Between(-1, 1), Between(-1, 1)> + <0, 0, -0.001>);
    #local Tip = Direction * (1 + Length * Between(0.5, 1)) + <Between(-0.15, 0.15), -0.15, Between(-0.15, 0.15)>;
    cone { Direction, 0.012, Tip, 0.001 }
  #end
  pigment { Colour }
  finish { ambient 0.1 diffuse 0.8 }
}
